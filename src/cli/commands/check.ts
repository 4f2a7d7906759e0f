import { join } from 'node:path';
import { InvalidArgumentError } from 'commander';
import type { FailOn } from '../../acceptance/acceptance.ts';
import type { Budget } from '../../conformance/discovery.ts';
import type { CheckOutcome } from '../../gate/check.ts';
import { defaultRuns } from '../../gate/defaults.ts';
import type { Environment } from '../../gate/environment.ts';
import type { Forms } from '../../gate/files/form-files.ts';
import type { RunHooks } from '../../gate/run-hooks.ts';
import type { GateTarget } from '../../gate/target.ts';
import { writeModes } from '../../harness/target.ts';
import { named } from '../../report/quoted.ts';
import type { Specification } from '../../specification/specification.ts';
import {
  again,
  baseUrl,
  cases,
  choice,
  choices,
  collect,
  configuration,
  deadline,
  descriptionOptions,
  flag,
  type Given,
  minDecided,
  minFieldCoverage,
  option,
  pathOfValue,
  positive,
  repetitions,
  reportOptions,
  type TypedOption,
  tokenEnv,
  wholeNumber,
  withDefault,
} from '../arguments.ts';
import { command } from '../command.ts';
import type { ExitStatus } from '../exit-status.ts';
import { rerunCommand, withReportToRepeat } from '../rerun.ts';
import { bytesIn, linesTo, specificationOf, type Terminal } from '../terminal.ts';

const failOn: readonly FailOn[] = ['inconclusive', 'changed-observation', 'drift', 'advisory'];

function budget(text: string): Budget {
  if (text === 'all') return text;
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number or all.');
  return positive(text);
}

const options = {
  ...descriptionOptions,
  configuration,
  baseUrl,
  listed: cases,
  writes: choice('--writes <mode>', 'what a run may change', writeModes),
  tokenEnv,
  discover: option(
    '--discover [n|all]',
    'find cases with GET /api/v2/cases: up to n (default: 40), or all',
    budget,
  ) as TypedOption<true | Budget | undefined>,
  resume: flag('--resume', 'resume an interrupted sweep of --discover'),
  reference: flag('--reference', 'test the embedded reference implementation').conflicts([
    ...['config', 'baseUrl', 'case', 'writes', 'tokenEnv'],
  ]),
  // With `--har`, nothing is sent, so options about tokens and writes have no meaning.
  har: option(
    '--har <file>',
    'judge recorded traffic from a HAR file, and send nothing; - is the standard input',
  ).conflicts([
    ...['config', 'case', 'writes', 'tokenEnv', 'discover', 'resume', 'reference', 'shard'],
    ...['seed', 'runs', 'path', 'thorough', 'repeat', 'deadline', 'dryRun'],
  ]),
  record: option(
    '--record <file>',
    'also record the run in this HAR file, for --har to judge again; it holds personal data',
  ).conflicts(['har', 'dryRun', 'list', 'shard', 'discover']),
  only: option(
    '--only <text>',
    'run only checks with this text in their id or title; may be repeated',
    collect,
  ),
  again,
  shard: option('--shard <i/n>', 'run only a part of the checks, such as 1/3; merge joins the reports'),
  lock: option('--lock <file>', 'report observations that differ from this lock file'),
  updateLock: flag('--update-lock', 'accept what this run observes, and write it to the lock'),
  waivers: option('--waivers <file>', 'a file of known deviations, each accepted until a date'),
  baseline: option('--baseline <report>', 'an earlier report.json: only what is new fails the run'),
  failOn: choices('--fail-on <what>', 'what else fails a run', failOn),
  // A shard sees only a part of the fields, and several shards would write to the same file.
  fieldCoverage: option(
    '--field-coverage <file>',
    'collect in this file, over several runs, which fields case records show',
  ).conflicts('shard'),
  minFieldCoverage: minFieldCoverage().conflicts('shard'),
  minDecided: minDecided().conflicts('shard'),
  seed: option('--seed <number>', 'the seed of random values, forged credentials and spellings', wholeNumber),
  runs: withDefault(
    option('--runs <number>', 'how many random values of each kind to try', positive),
    defaultRuns,
  ),
  path: option(
    '--path <path>',
    'the one random value to try again: a report gives it with its seed',
    pathOfValue,
  ),
  thorough: flag('--thorough', 'try every known variation, with several times as many requests'),
  repeat: withDefault(
    option(
      '--repeat <number>',
      'how many times to repeat each reading; auto=0.9 repeats until a fault in 1 of 10 answers would be noticed with a probability of 90 %',
      repetitions,
    ),
    1,
  ),
  list: flag('--list', 'print the checks with their ids and titles, and send nothing'),
  dryRun: flag('--dry-run', 'print each request that a run would send; only discovery sends any'),
  deadlineSeconds: deadline,
  ...reportOptions,
};

const repeated = [
  ...(['spec', 'overlay', 'reference', 'har', 'configuration', 'baseUrl'] as const),
  ...(['listed', 'writes', 'tokenEnv', 'discover', 'seed', 'runs', 'thorough', 'repeat'] as const),
  ...(['reportDir', 'again'] as const),
];

/** The command that repeats the run with all checks, even if the run selected some. */
export function checkAgain(given: Partial<Given<typeof options>>, environment: Environment): string {
  return rerunCommand('check', options, given, environment, repeated);
}

export const check = command({
  options,
  example: 'CASE_API_TOKEN=… case-conformance check --base-url https://acme.example --case Sale=ID',

  needs: { updateLock: ['lock'], resume: ['discover'], path: ['seed'] },

  contradiction({ lock, failOn = [], har, dryRun, discover }) {
    if (lock === undefined && failOn.includes('changed-observation'))
      return "option '--fail-on changed-observation' needs '--lock <file>'";
    // The description in a recording is not compared, so drift cannot fail the run.
    if (har !== undefined && failOn.includes('drift'))
      return "option '--fail-on drift' cannot be used with option '--har <file>'";
    // With `all`, discovery sends nearly all requests of the run, and even a dry run sends the requests of discovery.
    if (dryRun === true && discover === 'all')
      return "option '--discover all' cannot be used with option '--dry-run'";
    return undefined;
  },

  async run(asked, terminal) {
    const given = await withReportToRepeat(asked);
    const specification = await specificationOf(given, terminal);
    if (given.list === true) return listChecks(specification, given, terminal);
    // Tested before the input is read, since reading from a pipe would wait.
    const { assertWritable } = await import('../../gate/files/form-files.ts');
    const { lock, updateLock, fieldCoverage } = given;
    if (lock !== undefined && updateLock === true) await assertWritable(lock, 'lock');
    if (fieldCoverage !== undefined) await assertWritable(fieldCoverage, 'fieldCoverage');
    if (given.har !== undefined) {
      const { checkHar } = await import('../../gate/check-har.ts');
      const har = given.har === '-' ? bytesIn(terminal) : given.har;
      // The recording is judged before the earlier report is deleted, since an option may still be wrong.
      const outcome = await checkHar({ ...given, specification, har, onNotice: linesTo(terminal) });
      return runAndKeep(async () => outcome, [], given, terminal);
    }
    if (given.reference !== true) {
      const { gateTarget } = await import('../../gate/target.ts');
      const { casesOf } = await import('../../gate/configuration.ts');
      const cases = casesOf(given.listed ?? [], specification);
      const called = { ...given, specification, cases, environment: terminal.environment };
      return checkTarget(await gateTarget(called), given, terminal);
    }
    const { startEmbedded } = await import('../opened-reference.ts');
    const embedded = await startEmbedded(specification);
    try {
      return await checkTarget(embedded.target, given, terminal);
    } finally {
      await embedded.close();
    }
  },
});

type Call = Given<typeof options>;

const takenFiles = [
  ...(['configuration', 'spec', 'overlay', 'har', 'record', 'waivers', 'lock', 'baseline'] as const),
  'fieldCoverage' as const,
];

async function listChecks(
  specification: Specification,
  { only }: Call,
  terminal: Terminal,
): Promise<ExitStatus> {
  const { selectedChecks } = await import('../../gate/selection.ts');
  for (const { id, title } of selectedChecks({ specification, only })) linesTo(terminal)(`${id}: ${title}`);
  return 0;
}

async function checkTarget(target: GateTarget, given: Call, terminal: Terminal): Promise<ExitStatus> {
  if (given.dryRun === true) {
    const { dryRun } = await import('../../gate/dry-run.ts');
    await dryRun(target, given, linesTo(terminal));
    return 0;
  }
  const { preparedCheck } = await import('../../gate/check.ts');
  const sweepFile = join(given.reportDir, 'sweep.json');
  const run = await preparedCheck(target, { ...given, sweepFile });
  return runAndKeep(run, target.secrets, given, terminal);
}

async function runAndKeep(
  run: (hooks: RunHooks) => Promise<CheckOutcome>,
  secrets: readonly string[],
  given: Call,
  terminal: Terminal,
): Promise<ExitStatus> {
  const { forms, writeKept } = await import('../../gate/files/form-files.ts');
  const { runAndReport } = await import('../conclude.ts');
  const { fieldCoverage } = given;
  const lock = given.updateLock === true ? given.lock : undefined;
  const print = linesTo(terminal);
  const keep = async <Form extends 'lock' | 'fieldCoverage'>(
    file: string,
    form: Form,
    value: Forms[Form] | undefined,
  ): Promise<void> => {
    const { noun } = forms[form];
    if (value !== undefined) await writeKept(file, value, form);
    print(
      value === undefined
        ? `The ${noun} ${named(file)} is left as it was, since nothing can be concluded from this run.`
        : `The ${noun} is written: ${named(file)}`,
    );
  };
  return runAndReport(
    {
      ...given,
      taken: takenFiles.map((name) => given[name]),
      secrets,
      run,
      rerun: ({ seed, again }) =>
        checkAgain(
          { ...given, seed: given.har === undefined ? seed : undefined, again },
          terminal.environment,
        ),
      afterwards: async (outcome) => {
        if (lock !== undefined) await keep(lock, 'lock', outcome.lock);
        if (given.record !== undefined)
          print(
            `The run is recorded, with personal data, but without tokens and cookie values: ${named(given.record)}`,
          );
        if (fieldCoverage !== undefined) await keep(fieldCoverage, 'fieldCoverage', outcome.fieldCoverage);
      },
    },
    terminal,
  );
}
