import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { inspect } from 'node:util';
import { allChecks } from '../checks/all.ts';
import type { Check } from '../checks/check.ts';
import type { RunResult } from '../conformance/result.ts';
import { plan, run } from '../conformance/run.ts';
import { isUnanswered } from '../conformance/verdict.ts';
import { maskingOf } from '../http/masking.ts';
import { openTransport } from '../http/transport.ts';
import { reportOf } from '../report/report.ts';
import { terminalReport } from '../report/terminal.ts';
import type { CheckOptions } from './check-options.ts';
import { defaultConfigurationFile, readConfiguration } from './configuration.ts';
import { statusOfConclusion } from './exit-status.ts';
import { type ExitStatus, Failure } from './failure.ts';
import { overridden } from './overrides.ts';
import { startProgress } from './progress.ts';
import { emptyReportFile, writeReport } from './report-file.ts';
import { rerunCommand } from './rerun.ts';
import { type ConfiguredTarget, configuredTarget } from './target.ts';
import { paintFor, type Terminal } from './terminal.ts';

/**
 * Tests a target, and leaves `report.json`.
 * @throws {Failure} when the call or its configuration is wrong, or no report can be written
 */
export async function check(options: CheckOptions, terminal: Terminal): Promise<ExitStatus> {
  if (options.reference !== true) return checkTarget(await targetFor(options, terminal), options, terminal);
  const { startEmbedded } = await import('./embedded-reference.ts');
  const embedded = await startEmbedded();
  try {
    return await checkTarget(embedded.target, options, terminal);
  } finally {
    await embedded.close();
  }
}

async function checkTarget(
  { target, tokens, transport: transportOptions }: ConfiguredTarget,
  options: CheckOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  const checks = selected(options.only);
  const file = await emptyReportFile(options.reportDir);
  const seed = options.seed ?? randomInt(2 ** 31);
  const startedAt = new Date();
  const progress = startProgress(target.baseUrl, plan(checks, target).length, terminal);
  const transport = openTransport(transportOptions);
  const { concurrency } = transportOptions;
  const onResult = progress.update;
  const result = await run({ target, tokens, transport, checks, concurrency, seed, onResult }).finally(() => {
    progress.stop();
    return transport.close();
  });
  const durationMs = Date.now() - startedAt.getTime();
  const circumstances = { target: target.baseUrl, startedAt, durationMs, seed, only: options.only };
  const report = reportOf(result, circumstances);
  // Everything is kept out of a report by structure; this is the net beneath.
  const mask = maskingOf(Object.values(tokens));
  const text = mask(terminalReport(report, paintFor(terminal), rerunCommand(options, seed)));
  const json = mask(`${JSON.stringify(report, null, 2)}\n`);
  // Of a target that was not reached there is nothing to say but that.
  if (result.obstacle === undefined) terminal.output.write(text);
  await writeReport(file, json);
  terminal.output.write(`Report: ${file}\n`);
  if (options.debug === true) {
    for (const { error } of result.suiteFaults) terminal.errors.write(`${mask(inspect(error))}\n`);
  }
  if (report.conclusion === 'not-tested') {
    throw new Failure('TARGET_NOT_TESTED', mask(whyNotTested(result, target.baseUrl)));
  }
  return statusOfConclusion[report.conclusion];
}

async function targetFor(options: CheckOptions, { environment }: Terminal): Promise<ConfiguredTarget> {
  const isThere = existsSync(defaultConfigurationFile);
  const file = options.config ?? (isThere ? defaultConfigurationFile : undefined);
  const written = file === undefined ? {} : await readConfiguration(file, environment);
  return configuredTarget(overridden(written, options, environment));
}

function selected(only: string | undefined): Check[] {
  const checks = allChecks.filter(
    ({ id, title }) => only === undefined || id.includes(only) || title.includes(only),
  );
  if (checks.length > 0) return checks;
  throw new Failure(
    'NOTHING_SELECTED',
    `No check has '${only}' in its id or title. The ids stand in report.json.`,
  );
}

/** One sentence for the reason that most checks share. */
function whyNotTested({ obstacle, results }: RunResult, baseUrl: string): string {
  if (obstacle !== undefined) return obstacle;
  const silent = results.filter(isUnanswered);
  const authentication = results.find(({ requirements }) => requirements.includes('get-organisation'));
  const [first] = [...silent, ...(authentication === undefined ? [] : [authentication]), ...results].flatMap(
    ({ remedies }) => remedies,
  );
  const what = silent.length === 0 ? 'could not be tested' : `left ${silent.length} checks without an answer`;
  return `${baseUrl} ${what}. ${first?.remedy ?? ''}`;
}
