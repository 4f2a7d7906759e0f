import { randomInt } from 'node:crypto';
import { inspect } from 'node:util';
import { maskingOf } from '../http/masking.ts';
import { reportOf } from '../report/report.ts';
import { terminalReport } from '../report/terminal.ts';
import { judged, keepLock, keepWitnesses, readAcceptance } from './acceptance.ts';
import { calledTarget } from './called-target.ts';
import type { CheckOptions } from './check-options.ts';
import { dryRun } from './dry-run.ts';
import { statusOfConclusion } from './exit-status.ts';
import { type ExitStatus, Failure } from './failure.ts';
import { whyNotTested } from './not-tested.ts';
import { perform } from './perform.ts';
import { clearedReportFile, writeReport } from './report-file.ts';
import { embeddedTarget, rerunCommand } from './rerun.ts';
import { selectedChecks } from './selection.ts';
import type { ConfiguredTarget } from './target.ts';
import { paintFor, type Terminal } from './terminal.ts';

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
  // Everything is kept out of a report by structure; this is the net beneath.
  const mask = maskingOf(Object.values(tokens));
  const text = mask(terminalReport(report, paintFor(terminal), rerunCommand(options, seed)));
  // Of a target that was not reached there is nothing to say but that.
  if (result.obstacle === undefined) terminal.output.write(text);
  await writeReport(file, mask(textOf(report)));
  terminal.output.write(`Report: ${file}\n`);
  if (options.lock !== undefined && lock !== undefined) {
    terminal.output.write(`${await keepLock(options.lock, mask(textOf(lock)), report.conclusion)}\n`);
  }
  if (options.witnesses !== undefined) {
    terminal.output.write(`${await keepWitnesses(options.witnesses, run.witnesses, report.conclusion)}\n`);
  }
  if (options.debug === true) {
    for (const { error } of result.suiteFaults) terminal.errors.write(`${mask(inspect(error))}\n`);
  }
  if (report.conclusion === 'not-tested') {
    const why = result.obstacle ?? whyNotTested(result.results, target.baseUrl);
    throw new Failure('TARGET_NOT_TESTED', mask(why));
  }
  return statusOfConclusion[report.conclusion];
}

function textOf(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
