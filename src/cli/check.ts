import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { allChecks } from '../checks/all.ts';
import type { Check } from '../checks/check.ts';
import type { Tokens } from '../conformance/exchanges.ts';
import type { RunResult } from '../conformance/result.ts';
import { plan, run } from '../conformance/run.ts';
import { maskingOf } from '../http/masking.ts';
import { openTransport } from '../http/transport.ts';
import { reportOf } from '../report/report.ts';
import { terminalReport } from '../report/terminal.ts';
import { caseTypes } from '../specification/description.ts';
import {
  asConfiguration,
  type Configuration,
  defaultConfigurationFile,
  readConfiguration,
  variableNamed,
} from './configuration.ts';
import { statusOfConclusion } from './exit-status.ts';
import { type ExitStatus, Failure } from './failure.ts';
import { startProgress } from './progress.ts';
import { type ConfiguredTarget, configuredTarget } from './target.ts';
import { paintFor, type Terminal } from './terminal.ts';

/** The options of `check`, as the command line gives them. */
export interface CheckOptions {
  readonly config?: string;
  readonly baseUrl?: string;
  readonly case: readonly string[];
  readonly writes?: string;
  readonly tokenEnv: string;
  readonly reportDir: string;
  readonly only?: string;
  readonly seed?: number;
  readonly reference?: boolean;
  readonly debug?: boolean;
}

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
  const file = await reportFile(options.reportDir);
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
  const report = reportOf(result, {
    target: target.baseUrl,
    startedAt,
    durationMs,
    seed,
    only: options.only,
  });
  const text = terminalReport(report, paintFor(terminal), rerunOf(options, seed));
  const json = `${JSON.stringify(report, null, 2)}\n`;
  assertNoSecrets([text, json], tokens);
  terminal.output.write(text);
  await writeFile(file, json).catch((cause: unknown) => notWritable(file, cause));
  terminal.output.write(`Report: ${file}\n`);
  if (options.debug === true) {
    for (const { error } of result.suiteFaults) terminal.errors.write(`${inspect(error)}\n`);
  }
  if (report.conclusion === 'not-tested')
    throw new Failure('TARGET_NOT_TESTED', whyNotTested(result, target.baseUrl));
  return statusOfConclusion[report.conclusion];
}

async function targetFor(options: CheckOptions, { environment }: Terminal): Promise<ConfiguredTarget> {
  const file =
    options.config ?? (existsSync(defaultConfigurationFile) ? defaultConfigurationFile : undefined);
  const written = file === undefined ? {} : await readConfiguration(file, environment);
  const { baseUrl = written.baseUrl, writes = written.writes } = options;
  const member = written.tokens?.member ?? variableNamed(options.tokenEnv, environment);
  const configuration = asConfiguration(
    {
      ...written,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(writes === undefined ? {} : { writes }),
      tokens: { ...written.tokens, ...(member === undefined || member === '' ? {} : { member }) },
      cases: withFurtherCases(written.cases ?? {}, options.case),
    },
    file ?? 'The call',
  );
  return configuredTarget(configuration, options.tokenEnv);
}

/** The configuration's cases and those of `--case Sale=ID`. */
function withFurtherCases(
  listed: NonNullable<Configuration['cases']>,
  further: readonly string[],
): NonNullable<Configuration['cases']> {
  const lists: Record<string, string[]> = Object.fromEntries(
    Object.entries(listed).map(([list, identifiers]) => [list, [...identifiers]]),
  );
  for (const one of further) {
    const [list = '', id = ''] = one.split('=', 2);
    if (![...caseTypes, 'foreign'].includes(list) || id === '') {
      throw new Failure(
        'CALL_NOT_UNDERSTOOD',
        `--case must be written TYPE=ID with a type of ${caseTypes.join(', ')} or foreign, but is '${one}'.`,
      );
    }
    lists[list] = [...(lists[list] ?? []), id];
  }
  return lists;
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

/** What runs the same again, but for the selection. */
function rerunOf({ reference, config, baseUrl, case: cases, writes }: CheckOptions, seed: number): string {
  return [
    'case-conformance check',
    ...(reference === true ? ['--reference'] : []),
    ...(config === undefined ? [] : [`--config ${config}`]),
    ...(baseUrl === undefined ? [] : [`--base-url ${baseUrl}`]),
    ...cases.map((one) => `--case ${one}`),
    ...(writes === undefined ? [] : [`--writes ${writes}`]),
    `--seed ${seed}`,
  ].join(' ');
}

/**
 * Everything is kept out of a report by structure; this is the net beneath, and what it catches is our fault.
 */
function assertNoSecrets(texts: readonly string[], tokens: Tokens): void {
  const mask = maskingOf(Object.values(tokens));
  if (texts.every((text) => mask(text) === text)) return;
  throw new Failure(
    'SECRET_IN_REPORT',
    'The report would have held a token, so that nothing was written. This is a fault of case-conformance: please report it.',
  );
}

/**
 * The file of the report, empty: that it can be written shows before the run rather than after it, and a run that
 * breaks off leaves no report of an earlier one.
 */
async function reportFile(directory: string): Promise<string> {
  const file = join(directory, 'report.json');
  try {
    await mkdir(directory, { recursive: true });
    await writeFile(file, '');
    return file;
  } catch (cause) {
    return notWritable(file, cause);
  }
}

function notWritable(file: string, cause: unknown): never {
  throw new Failure(
    'FILE_NOT_WRITABLE',
    `The report ${file} cannot be written. Name another folder with --report-dir.`,
    { cause },
  );
}

/** One sentence for the reason that most checks share. */
function whyNotTested({ obstacle, results }: RunResult, baseUrl: string): string {
  if (obstacle !== undefined) return obstacle;
  const authentication = results.find(({ requirements }) => requirements.includes('get-organisation'));
  const [first] = authentication?.remedies ?? results.flatMap(({ remedies }) => remedies);
  return `${baseUrl} could not be tested. ${first?.remedy ?? ''}`;
}
