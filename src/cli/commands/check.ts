import { join } from 'node:path';
import type { FailOn } from '../../acceptance/acceptance.ts';
import type { Budget } from '../../conformance/discovery.ts';
import type { CheckOutcome } from '../../gate/check.ts';
import { defaultRuns } from '../../gate/defaults.ts';
import type { Environment } from '../../gate/environment.ts';
import type { GateTarget } from '../../gate/gate-target.ts';
import type { RunHooks } from '../../gate/run-hooks.ts';
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
  flag,
  type Given,
  minDecided,
  minFieldCoverage,
  option,
  overlay,
  pathOfValue,
  pathWithoutSeed,
  positive,
  reportDir,
  reporters,
  spec,
  type TypedOption,
  usually,
  usualTokenEnv,
  wholeNumber,
} from '../arguments.ts';
import { command } from '../command.ts';
import type { ExitStatus } from '../exit-status.ts';
import { repeating, rerunCommand } from '../rerun.ts';
import { bytesIn, noticesTo, specificationOf, type Terminal } from '../terminal.ts';

const failOn: readonly FailOn[] = ['inconclusive', 'changed-observation', 'drift', 'advisory'];

/** The value of `--discover`: how many cases to read. */
function budget(text: string): Budget {
  return text === 'all' ? text : positive(text);
}

const options = {
  spec,
  overlay,
  configuration,
  baseUrl,
  listed: cases,
  writes: choice('--writes <mode>', 'what a run may change', writeModes),
  tokenEnv: usualTokenEnv,
  discover: option(
    '--discover [n|all]',
    'take cases from GET /api/v2/cases: so many (default: 40), or all',
    budget,
  ) as TypedOption<true | Budget | undefined>,
  resume: flag('--resume', 'go on with a sweep of --discover that broke off'),
  reference: flag('--reference', 'test the embedded reference implementation').conflicts([
    ...['config', 'baseUrl', 'case', 'writes', 'tokenEnv'],
  ]),
  // Nothing is sent, so options about tokens and permissions have no meaning.
  har: option(
    '--har <file>',
    'judge the recorded traffic of a HAR, and send nothing; - is the standard input',
  ).conflicts([
    ...[
      'config',
      'case',
      'writes',
      'tokenEnv',
      'discover',
      'resume',
      'reference',
      'shard',
      'seed',
      'runs',
      'path',
    ],
    ...['thorough', 'repeat', 'deadline', 'dryRun'],
  ]),
  only: option(
    '--only <text>',
    'run the checks that have the text in their id or title; may be repeated',
    collect,
  ),
  again,
  shard: option('--shard <i/n>', 'run a part of the checks, such as 1/3; merge joins the reports'),
  lock: option('--lock <file>', 'report observations that differ from this lock file'),
  updateLock: flag('--update-lock', 'accept what this run observes, and write it to the lock'),
  waivers: option('--waivers <file>', 'known deviations, each accepted until a day'),
  baseline: option('--baseline <report>', 'an earlier report.json: only what is new fails the run'),
  failOn: choices('--fail-on <what>', 'what fails a run besides', failOn),
  // A shard shows only a part, and several shards would write to the same file.
  fieldCoverage: option(
    '--field-coverage <file>',
    'add what case records show to what earlier runs saw, and keep it',
  ).conflicts('shard'),
  minFieldCoverage: minFieldCoverage().conflicts('shard'),
  minDecided: minDecided().conflicts('shard'),
  seed: option('--seed <number>', 'decides what the run makes up and tries at random', wholeNumber),
  runs: usually(
    option('--runs <number>', 'how many random values are tried of each kind', positive),
    defaultRuns,
  ),
  path: option(
    '--path <path>',
    'the one random value to try again, as a report names it beside its seed',
    pathOfValue,
  ),
  thorough: flag('--thorough', 'try everything, with several times as many requests'),
  repeat: usually(option('--repeat <number>', 'how often what was read is read again', positive), 1),
  list: flag('--list', 'print the checks with their ids and titles, and send nothing'),
  dryRun: flag('--dry-run', 'print each request that a run would send, and send none but to find cases'),
  deadlineSeconds: deadline,
  reporter: reporters,
  reportDir,
};

/** The options that the command to repeat a run contains, in order. */
const repeated = [
  ...(['spec', 'overlay', 'reference', 'har', 'configuration', 'baseUrl'] as const),
  ...(['listed', 'writes', 'tokenEnv', 'discover', 'seed', 'runs', 'thorough', 'repeat'] as const),
  ...(['reportDir', 'again'] as const),
];

/** The command that repeats a run on the same target with the same seed, without the selection of checks. */
export function checkAgain(given: Partial<Given<typeof options>>, environment: Environment): string {
  return rerunCommand('check', options, given, environment, repeated);
}

export const check = command({
  options,
  example: 'CASE_API_TOKEN=… case-conformance check --base-url https://acme.example --case Sale=ID',

  /** Options that silently do nothing without a lock are refused. */
  contradiction(given) {
    const { lock, updateLock = false, failOn = [] } = given;
    const needing = updateLock ? '--update-lock' : '--fail-on changed-observation';
    if (lock === undefined && (updateLock || failOn.includes('changed-observation')))
      return `option '${needing}' needs '--lock <file>'`;
    // Nothing is sent, and recorded descriptions are not compared.
    if (given.har !== undefined && failOn.includes('drift'))
      return "option '--fail-on drift' cannot be used with option '--har <file>'";
    if (given.resume === true && given.discover === undefined)
      return "option '--resume' needs '--discover [n|all]'";
    // Nearly all of its requests would really have to be sent.
    if (given.dryRun === true && given.discover === 'all')
      return "option '--discover all' cannot be used with option '--dry-run'";
    return pathWithoutSeed(given);
  },

  async run(asked, terminal) {
    const given = await repeating(asked);
    const specification = await specificationOf(given, terminal);
    if (given.list === true) return listChecks(specification, given, terminal);
    if (given.har !== undefined) return judgeRecorded(given.har, specification, given, terminal);
    if (given.reference !== true) {
      const { gateTarget } = await import('../../gate/gate-target.ts');
      const { casesOf } = await import('../cases.ts');
      const cases = casesOf(given.listed ?? [], specification);
      const called = { ...given, specification, cases, environment: terminal.environment };
      return checkTarget(await gateTarget(called), given, terminal);
    }
    const { startEmbedded } = await import('../embedded-reference.ts');
    const embedded = await startEmbedded(specification);
    try {
      return await checkTarget(embedded.target, given, terminal);
    } finally {
      await embedded.close();
    }
  },
});

/** Prints the checks that the call selects. */
async function listChecks(
  specification: Specification,
  { only }: Given<typeof options>,
  terminal: Terminal,
): Promise<ExitStatus> {
  const { selected } = await import('../../gate/selection.ts');
  for (const { id, title } of selected({ specification, only }).checks)
    noticesTo(terminal)(`${id}: ${title}`);
  return 0;
}

async function checkTarget(
  target: GateTarget,
  given: Given<typeof options>,
  terminal: Terminal,
): Promise<ExitStatus> {
  if (given.dryRun === true) return (await import('./check/dry-run.ts')).dryRun(target, given, terminal);
  const { preparedCheck } = await import('../../gate/check.ts');
  const sweepFile = join(given.reportDir, 'sweep.json');
  return concluded(() => preparedCheck(target, { ...given, sweepFile }), target.secrets, given, terminal);
}

async function judgeRecorded(
  file: string,
  specification: Specification,
  given: Given<typeof options>,
  terminal: Terminal,
): Promise<ExitStatus> {
  const { checkHar } = await import('../../gate/check-har.ts');
  const { assertNotReport } = await import('../report-files.ts');
  assertNotReport(
    file,
    given.reportDir,
    `The HAR ${named(file)} is where the report goes. Name another folder.`,
  );
  const har = file === '-' ? bytesIn(terminal) : file;
  return concluded(
    async () => {
      // Run before the earlier report is deleted: the call may be wrong.
      const outcome = await checkHar({ ...given, specification, har, onNotice: noticesTo(terminal) });
      return async () => outcome;
    },
    [],
    given,
    terminal,
  );
}

type Run = (hooks: RunHooks) => Promise<CheckOutcome>;

/**
 * Runs the checks, and writes the report and the files that are kept from run to run.
 * @param secrets - values that no output may show
 */
async function concluded(
  prepared: () => Promise<Run>,
  secrets: readonly string[],
  given: Given<typeof options>,
  terminal: Terminal,
): Promise<ExitStatus> {
  const { fieldCoverageFile, lockFile } = await import('../../gate/files/kept-file.ts');
  const { reported } = await import('../conclude.ts');
  const { assertKeepable, keep } = await import('../kept-file.ts');
  const { assertNotReport } = await import('../report-files.ts');
  const { lock, updateLock = false, fieldCoverage, baseline, reportDir } = given;
  if (baseline !== undefined)
    assertNotReport(
      baseline,
      reportDir,
      `The baseline ${named(baseline)} is where the report goes. Copy it to another file, or name another folder with --report-dir.`,
    );
  if (lock !== undefined) await assertKeepable(lock, lockFile, reportDir, updateLock);
  if (fieldCoverage !== undefined) await assertKeepable(fieldCoverage, fieldCoverageFile, reportDir, true);
  return reported(
    {
      ...given,
      taken: [
        given.configuration,
        given.spec,
        given.overlay,
        given.har,
        given.waivers,
        lock,
        baseline,
        fieldCoverage,
      ],
      secrets,
      run: await prepared(),
      rerun: ({ seed, again }) =>
        // Judging a recording uses no seed.
        checkAgain(
          { ...given, seed: given.har === undefined ? seed : undefined, again },
          terminal.environment,
        ),
      further: async (outcome) => {
        if (lock !== undefined && updateLock) await keep(lock, outcome.lock, lockFile, terminal);
        if (fieldCoverage !== undefined)
          await keep(fieldCoverage, outcome.fieldCoverage, fieldCoverageFile, terminal);
      },
    },
    terminal,
  );
}
