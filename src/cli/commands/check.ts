import { randomInt } from 'node:crypto';
import { judged, keepLock, keepWitnesses, readAcceptance } from '../../acceptance/acceptance.ts';
import { calledTarget } from '../../gate/called-target.ts';
import type { ExitStatus } from '../../gate/failure.ts';
import { performRun } from '../../gate/gate.ts';
import { selectedChecks } from '../../gate/selection.ts';
import type { ConfiguredTarget } from '../../gate/target.ts';
import { maskingOf } from '../../http/masking.ts';
import { reportOf } from '../../report/report.ts';
import { bundled } from '../../specification/bundled.ts';
import type { CheckOptions } from '../check-options.ts';
import { exitStatusOf, textOf, writeConclusion } from '../conclude.ts';
import { clearedReportFile } from '../files/report-file.ts';
import { embeddedTarget, rerunCommand } from '../rerun.ts';
import type { Terminal } from '../terminal.ts';
import { dryRun } from './dry-run.ts';

/**
 * Tests a target, and leaves `report.json`.
 * @throws {Failure} when the call or its configuration is wrong, or no report can be written
 */
export async function check(options: CheckOptions, terminal: Terminal): Promise<ExitStatus> {
  if (options.reference !== true) {
    const { journal, ...target } = await calledTarget(options, terminal.environment);
    return checkTarget(target, journal, options, terminal);
  }
  const { startEmbedded } = await import('../embedded-reference.ts');
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
  if (options.dryRun === true)
    return dryRun({ specification: bundled, target, tokens, checks, ...sampling }, terminal);
  // The port of the embedded one is another in each run.
  const name = options.reference === true ? embeddedTarget : target.baseUrl;
  const acceptance = await readAcceptance(options, name);
  const file = await clearedReportFile(options.reportDir);
  const { result, discovered, startedAt, durationMs } = await performRun(
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
  const report = reportOf(run, {
    specification: bundled,
    target: name,
    startedAt,
    durationMs,
    seed,
    runs,
    ...said,
  });
  const concluding = {
    ...{ report, result, baseUrl: target.baseUrl, tokens, file },
    ...{ rerun: rerunCommand(options, seed), isDebugging: options.debug === true },
  };
  await writeConclusion(concluding, terminal);
  if (options.lock !== undefined && lock !== undefined) {
    const mask = maskingOf(Object.values(tokens));
    terminal.output.write(`${await keepLock(options.lock, mask(textOf(lock)), report.conclusion)}\n`);
  }
  if (options.witnesses !== undefined) {
    terminal.output.write(`${await keepWitnesses(options.witnesses, run.witnesses, report.conclusion)}\n`);
  }
  return exitStatusOf(concluding, terminal);
}
