import { randomInt } from 'node:crypto';
import { maskingOf } from '../http/masking.ts';
import { reportOf } from '../report/report.ts';
import { judged, keepLock, keepWitnesses, readAcceptance } from './acceptance.ts';
import { calledTarget } from './called-target.ts';
import type { CheckOptions } from './check-options.ts';
import { exitStatusOf, tell, textOf } from './conclude.ts';
import { dryRun } from './dry-run.ts';
import type { ExitStatus } from './failure.ts';
import { perform } from './perform.ts';
import { clearedReportFile } from './report-file.ts';
import { embeddedTarget, rerunCommand } from './rerun.ts';
import { selectedChecks } from './selection.ts';
import type { ConfiguredTarget } from './target.ts';
import type { Terminal } from './terminal.ts';

/**
 * Tests a target, and leaves `report.json`.
 * @throws {Failure} when the call or its configuration is wrong, or no report can be written
 */
export async function check(options: CheckOptions, terminal: Terminal): Promise<ExitStatus> {
  if (options.reference !== true) {
    const { journal, ...target } = await calledTarget(options, terminal.environment);
    return checkTarget(target, journal, options, terminal);
  }
  const { startEmbedded } = await import('./embedded-reference.ts');
  const embedded = await startEmbedded();
  try {
    // Its clients are gone with it, and need no journal.
    return await checkTarget(embedded.target, undefined, options, terminal);
  } finally {
    await embedded.close();
  }
}

async function checkTarget(
  configured: ConfiguredTarget,
  journal: string | undefined,
  options: CheckOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const { target, tokens } = configured;
  const { only, shard, runs } = options;
  const checks = selectedChecks(options, target);
  // Shards that are not told take the same one, without which their reports do not join.
  const seed = options.seed ?? (shard === undefined ? randomInt(2 ** 31) : 0);
  const sampling = { seed, runs, ...(options.path === undefined ? {} : { path: options.path }) };
  if (options.dryRun === true) return dryRun({ target, tokens, checks, ...sampling }, terminal);
  // The port of the embedded one is another in each run.
  const name = options.reference === true ? embeddedTarget : target.baseUrl;
  const acceptance = await readAcceptance(options, name);
  const file = await clearedReportFile(options.reportDir);
  const { result, discovered, startedAt, durationMs } = await perform(
    configured,
    {
      sampling,
      journal,
      isDiscovering: options.discover === true,
      select: (of) => selectedChecks(options, of),
    },
    terminal,
  );
  const { run, lock, objections, changes } = judged(result, acceptance);
  const said = { only, shard, discovered, objections, changes };
  const report = reportOf(run, { target: name, startedAt, durationMs, seed, runs, ...said });
  const concluding = {
    ...{ report, result, baseUrl: target.baseUrl, tokens, file },
    ...{ rerun: rerunCommand(options, seed), isDebugging: options.debug === true },
  };
  await tell(concluding, terminal);
  if (options.lock !== undefined && lock !== undefined) {
    const mask = maskingOf(Object.values(tokens));
    terminal.output.write(`${await keepLock(options.lock, mask(textOf(lock)), report.conclusion)}\n`);
  }
  if (options.witnesses !== undefined) {
    terminal.output.write(`${await keepWitnesses(options.witnesses, run.witnesses, report.conclusion)}\n`);
  }
  return exitStatusOf(concluding, terminal);
}
