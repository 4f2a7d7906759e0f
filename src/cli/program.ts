import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { type ExitStatus, Failure } from '../gate/failure.ts';
import { writeModes } from '../harness/target.ts';
import { suiteVersion } from '../report/suite-version.ts';
import { type CheckOptions, defaultRuns, failOnChoices } from './check-options.ts';
import type { DoctorOptions } from './commands/doctor.ts';
import type { GenerateOptions } from './commands/generate.ts';
import type { InitOptions } from './commands/init.ts';
import type { MergeOptions } from './commands/merge.ts';
import type { RestoreOptions } from './commands/restore.ts';
import type { ServeOptions } from './commands/serve.ts';
import type { ValidateOptions } from './commands/validate.ts';
import type { Terminal } from './terminal.ts';
import { defaultProbes, type VerifyOptions } from './verify-options.ts';

/**
 * Runs one call of the command line. Each command is loaded when it is called, so that none waits for another.
 * @param words - what follows the name of the program
 * @returns what the process should end with; whatever went wrong has been said on `terminal.errors`
 */
export async function main(words: readonly string[], terminal: Terminal): Promise<ExitStatus> {
  let status: ExitStatus = 0;
  const program = createProgram(terminal, (ended) => {
    status = ended;
  });
  try {
    await program.parseAsync(words, { from: 'user' });
    return status;
  } catch (error) {
    // Commander has said it already; only help and version are no mistake.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    return complain(error, words.includes('--debug'), terminal);
  }
}

function complain(error: unknown, isDebugging: boolean, { errors }: Terminal): ExitStatus {
  const trace = isDebugging && error instanceof Error ? `${error.stack}\n` : '';
  if (error instanceof Failure) {
    errors.write(`${error.message} [${error.code}]\n${trace}`);
    return error.exitStatus;
  }
  errors.write(
    `case-conformance broke, which says nothing of the target. Run again with --debug, and report it. [SUITE_BROKE]\n${trace}`,
  );
  return 4;
}

function createProgram(terminal: Terminal, end: (status: ExitStatus) => void): Command {
  const program = new Command('case-conformance')
    .description('Contract-testing and conformance suite of the Case Management Service')
    .version(suiteVersion)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.output.write(text),
      writeErr: (text) => terminal.errors.write(text),
      outputError: (text, write) => write(sentenceOf(text)),
    })
    .addHelpText(
      'after',
      '\nExit status: 0 holds, 1 deviations, 2 wrong call or configuration, 3 not tested, 4 the suite broke.',
    );
  addInit(program, terminal, end);
  addCheck(program, terminal, end);
  addMerge(program, terminal, end);
  addVerify(program, terminal, end);
  addRestore(program, terminal, end);
  addValidate(program, terminal, end);
  addGenerate(program, terminal, end);
  addServe(program, terminal, end);
  addDescribe(program, terminal, end);
  addDoctor(program, terminal, end);
  return program;
}

/** Commander's words as ours: its own begin with `error:`, and put a suggestion on a line of its own. */
function sentenceOf(text: string): string {
  const [problem = '', suggestion] = text
    .replace(/^error: /, '')
    .trim()
    .split('\n');
  const sentences = `The call is wrong: ${problem.replace(/\.$/, '')}.`;
  const isAdvice = sentences.includes('. ');
  const advice =
    suggestion?.replace(/^\((.*)\)$/, ' $1') ?? (isAdvice ? '' : ' See case-conformance --help.');
  return `${sentences}${advice} [CALL_NOT_UNDERSTOOD]\n`;
}

function addInit(program: Command, terminal: Terminal, end: (status: ExitStatus) => void): void {
  program
    .command('init')
    .description('Write a commented configuration, asking for what the options do not say.')
    .option('--config <file>', 'the new file (default: conformance.config.json)')
    .option('--base-url <url>', "the organisation's host, without /api/v2")
    .option('--token-env <name>', "the environment variable that holds the member's token")
    .option('--restricted-env <name>', 'the one that holds a token without every permission')
    .option('--outsider-env <name>', "the one that holds a token of another organisation's user")
    .option('--case <type=id>', 'a case to test, such as Sale=3f2b…; may be repeated', collect)
    .option('--client <id>', 'a client of the organisation; may be repeated', collect)
    .addOption(new Option('--writes <mode>', 'what a run may change').choices(writeModes))
    .option('--debug', 'show stack traces')
    .addHelpText(
      'after',
      '\nExample:\n  case-conformance init --base-url https://acme.example --token-env CASE_API_TOKEN',
    )
    .action(async (options: InitOptions) => {
      const { init } = await import('./commands/init.ts');
      end(await init(options, terminal));
    });
}

function addCheck(program: Command, terminal: Terminal, end: (status: ExitStatus) => void): void {
  program
    .command('check')
    .description('Test a running service against the interface, and leave report.json.')
    .option('--config <file>', 'the configuration (default: conformance.config.json, where there is one)')
    .option('--base-url <url>', "the organisation's host, without /api/v2")
    .option('--case <type=id>', 'a case to test, such as Sale=3f2b…; may be repeated', collect)
    .addOption(new Option('--writes <mode>', 'what a run may change').choices(writeModes))
    .option(
      '--token-env <name>',
      "the environment variable that holds the member's token (default: CASE_API_TOKEN)",
    )
    .addOption(
      // Only what is sent shows which cases there are.
      new Option('--discover', 'without listed cases, take those that GET /api/v2/cases leads to').conflicts(
        'dryRun',
      ),
    )
    .addOption(
      new Option('--reference', 'test the embedded reference implementation').conflicts([
        'config',
        'baseUrl',
        'case',
        'writes',
        'tokenEnv',
      ]),
    )
    .option('--only <text>', 'run the checks that have the text in their id or title')
    .option('--shard <i/n>', 'run a part of the checks, such as 1/3; merge joins the reports')
    .option('--lock <file>', 'tell what was observed otherwise than this file has it')
    .option('--update-lock', 'accept what this run observes, and write it to the lock')
    .option('--waivers <file>', 'known deviations, each accepted until a day')
    .addOption(
      new Option('--fail-on <what...>', 'what fails a run besides; may be repeated').choices(failOnChoices),
    )
    .addOption(
      // A shard alone shows a part, and shards would write one file at once.
      new Option(
        '--witnesses <file>',
        'add what case records show to what earlier runs saw, and keep it',
      ).conflicts('shard'),
    )
    .addOption(
      new Option('--min-witnessed <percent>', 'how much of all that case records can show must be seen')
        .argParser(percentage)
        .conflicts('shard'),
    )
    .option('--seed <number>', 'decides what the run makes up and tries at random', wholeNumber)
    .option('--runs <number>', 'how many random values are tried of each kind', positive, defaultRuns)
    .option(
      '--path <path>',
      'the one random value to try again, as a report names it beside its seed',
      pathOfValue,
    )
    .option('--dry-run', 'print each request that a run would send, and send none')
    .option('--report-dir <dir>', 'where report.json is left', 'conformance-report')
    .option('--debug', 'show stack traces')
    .addHelpText(
      'after',
      '\nExample:\n  CASE_API_TOKEN=… case-conformance check --base-url https://acme.example --case Sale=ID',
    )
    .action(async (options: CheckOptions, command: Command) => {
      refuseWithoutLock(options, command);
      refuseWithoutSeed(options, command);
      const { check } = await import('./commands/check.ts');
      end(await check(options, terminal));
    });
}

/** With another seed, a path leads to another value. */
function refuseWithoutSeed({ path, seed }: Pick<CheckOptions, 'path' | 'seed'>, command: Command): void {
  if (path !== undefined && seed === undefined)
    command.error("error: option '--path <path>' needs the '--seed <number>' of its report");
}

/** Without a lock, each of these would silently do nothing. */
function refuseWithoutLock({ lock, updateLock, failOn = [] }: CheckOptions, command: Command): void {
  const [needing] = [
    ...(updateLock === true ? ['--update-lock'] : []),
    ...(failOn.includes('changed-observation') ? ['--fail-on changed-observation'] : []),
  ];
  if (lock === undefined && needing !== undefined)
    command.error(`error: option '${needing}' needs '--lock <file>'`);
}

function addMerge(program: Command, terminal: Terminal, end: (status: ExitStatus) => void): void {
  program
    .command('merge')
    .description('Join the reports of the shards of one run into one, and conclude from the whole.')
    .argument('<reports...>', 'the report.json of every shard')
    .option(
      '--min-witnessed <percent>',
      'how much of all that case records can show must be seen',
      percentage,
    )
    .option('--report-dir <dir>', 'where report.json is left', 'conformance-report')
    .option('--debug', 'show stack traces')
    .addHelpText('after', '\nExample:\n  case-conformance merge shard-1/report.json shard-2/report.json')
    .action(async (files: string[], options: MergeOptions) => {
      const { merge } = await import('./commands/merge.ts');
      end(await merge(files, options, terminal));
    });
}

function addVerify(program: Command, terminal: Terminal, end: (status: ExitStatus) => void): void {
  program
    .command('verify')
    .description('Hold a provider to pacts and to generated records, and leave report.json.')
    .requiredOption('--provider-url <url>', "the provider's host, without /api/v2")
    .option('--state-url <url>', 'where the provider is told of states; without it, it is not written to')
    .option('--config <file>', 'the configuration (default: conformance.config.json, where there is one)')
    .option(
      '--token-env <name>',
      "the environment variable that holds the member's token (default: CASE_API_TOKEN)",
    )
    .option('--pact <pact>', 'a file, a folder or a URL (default: the pacts of this package)')
    .option('--broker-url <url>', 'the Pact Broker whose pacts the provider must hold')
    .option(
      '--broker-token-env <name>',
      "the environment variable that holds the broker's token (default: PACT_BROKER_TOKEN)",
    )
    .option('--provider-branch <name>', 'the branch that the provider is on', filled)
    .option('--publish', 'tell the broker how the provider did with each pact')
    .option('--provider-version <version>', 'the version of the provider that is told of', filled)
    .option('--only <text>', 'verify what has the text in its id or title')
    .addOption(new Option('--fail-on <what...>', 'what fails a run besides').choices(['inconclusive']))
    .option('--seed <number>', 'decides which records are generated', wholeNumber)
    .option('--runs <number>', 'how many random records of each shape are set up', positive, defaultProbes)
    .option(
      '--path <number>',
      'the one random record to try again, as a report names it beside its seed',
      pathOfRecord,
    )
    .option('--report-dir <dir>', 'where report.json is left', 'conformance-report')
    .option('--debug', 'show stack traces')
    .addHelpText(
      'after',
      '\nExample:\n  CASE_API_TOKEN=… case-conformance verify --provider-url http://127.0.0.1:8080 --state-url http://127.0.0.1:8081/provider-states',
    )
    .action(async (options: VerifyOptions, command: Command) => {
      refuseWithoutSeed(options, command);
      refuseWithoutBroker(options, command);
      const { verify } = await import('./commands/verify.ts');
      end(await verify(options, terminal));
    });
}

/** Without a broker, or without what is told to it, each of these would silently do nothing. */
function refuseWithoutBroker(options: VerifyOptions, command: Command): void {
  const { brokerUrl, brokerTokenEnv, providerBranch, publish = false, providerVersion } = options;
  const [needing] = [
    ...(brokerTokenEnv === undefined ? [] : ['--broker-token-env <name>']),
    ...(providerBranch === undefined ? [] : ['--provider-branch <name>']),
    ...(publish ? ['--publish'] : []),
  ];
  if (brokerUrl === undefined && needing !== undefined)
    command.error(`error: option '${needing}' needs '--broker-url <url>'`);
  if (publish && providerVersion === undefined)
    command.error("error: option '--publish' needs '--provider-version <version>'");
  if (!publish && providerVersion !== undefined)
    command.error("error: option '--provider-version <version>' needs '--publish'");
}

function addRestore(program: Command, terminal: Terminal, end: (status: ExitStatus) => void): void {
  program
    .command('restore')
    .description('Put back what an interrupted run left changed.')
    .option('--config <file>', 'the configuration (default: conformance.config.json, where there is one)')
    .option('--base-url <url>', "the organisation's host, without /api/v2")
    .option('--token-env <name>', "the environment variable that holds the member's token")
    .option('--debug', 'show stack traces')
    .addHelpText('after', '\nExample:\n  case-conformance restore --config conformance.config.json')
    .action(async (options: RestoreOptions) => {
      const { restore } = await import('./commands/restore.ts');
      end(await restore(options, terminal));
    });
}

function addValidate(program: Command, terminal: Terminal, end: (status: ExitStatus) => void): void {
  program
    .command('validate')
    .description('Check case records offline: one JSON record a line, or a JSON file.')
    .argument('<files...>', 'files of records; - is the standard input')
    .addOption(
      new Option('--output <format>', 'to be read, or one line of JSON for each line')
        .choices(['text', 'ndjson'])
        .default('text'),
    )
    .option('--debug', 'show stack traces')
    .addHelpText('after', '\nExample:\n  case-conformance validate --output ndjson records.ndjson')
    .action(async (files: string[], options: ValidateOptions) => {
      const { validate } = await import('./commands/validate.ts');
      end(await validate(files, options, terminal));
    });
}

function addGenerate(program: Command, terminal: Terminal, end: (status: ExitStatus) => void): void {
  program
    .command('generate')
    .description('Print generated records, one JSON record a line.')
    .requiredOption('--type <type>', 'what they are, such as Sale or Client')
    .option('--edition <edition>', 'the edition of a form that each has, such as TA6_5th')
    .option('--count <number>', 'how many', positive, 1)
    .option('--complete', 'each with every field')
    .option('--invalid', 'each with one defect: a line is {"record","pointer","keyword"}')
    .option('--hostile', 'with texts that software trips over, in place of realistic ones')
    .option('--seed <number>', 'prints the same records again', wholeNumber)
    .option('--debug', 'show stack traces')
    .addHelpText(
      'after',
      '\nExample:\n  case-conformance generate --type Sale --edition TA6_5th --count 100 --seed 7 > sales.ndjson',
    )
    .action(async (options: GenerateOptions) => {
      const { generate } = await import('./commands/generate.ts');
      end(await generate(options, terminal));
    });
}

function addServe(program: Command, terminal: Terminal, end: (status: ExitStatus) => void): void {
  program
    .command('serve')
    .description('Run the reference implementation of the service with its demo organisations.')
    .option('--port <number>', 'the port of 127.0.0.1', port, 8080)
    .option('--database <file>', 'a SQLite file, or sqlite:FILE, that keeps the data (default: in memory)')
    .addOption(
      new Option('--provider-states [port]', 'let a verifier change the data, at a port of its own')
        .argParser(port)
        .preset('8081'),
    )
    .option('--force', 'with --provider-states, also where --database keeps the data')
    .option('--debug', 'show stack traces')
    .addHelpText('after', '\nExample:\n  case-conformance serve --port 8080 --database demo.sqlite')
    .action(async (options: ServeOptions, command: Command) => {
      refuseForceAlone(options, command);
      const { serve } = await import('./commands/serve.ts');
      end(await serve(options, terminal));
    });
}

/** There is nothing else that would be forced. */
function refuseForceAlone({ force, providerStates }: ServeOptions, command: Command): void {
  if (force === true && providerStates === undefined)
    command.error("error: option '--force' needs '--provider-states [port]'");
}

function addDescribe(program: Command, terminal: Terminal, end: (status: ExitStatus) => void): void {
  program
    .command('describe')
    .description('Print the OpenAPI description of the interface.')
    .addOption(new Option('--format <format>', 'how it is written').choices(['json', 'yaml']).default('yaml'))
    .option('--debug', 'show stack traces')
    .addHelpText('after', '\nExample:\n  case-conformance describe --format json > openapi.json')
    .action(async (options: { format: 'json' | 'yaml' }) => {
      const { describe } = await import('./commands/describe.ts');
      end(describe(options, terminal));
    });
}

function addDoctor(program: Command, terminal: Terminal, end: (status: ExitStatus) => void): void {
  program
    .command('doctor')
    .description(
      'Show that the checks catch every known fault, and fail no service that is merely different.',
    )
    .option('--only <text>', 'what has the text in its id, title, requirement or field')
    .option('--debug', 'show stack traces')
    .addHelpText('after', '\nExample:\n  case-conformance doctor --only credentials-401')
    .action(async (options: DoctorOptions) => {
      const { doctor } = await import('./commands/doctor.ts');
      end(await doctor(options, terminal));
    });
}

function collect(one: string, earlier: readonly string[] = []): string[] {
  return [...earlier, one];
}

function port(text: string): number {
  const number = wholeNumber(text);
  if (number <= 65_535) return number;
  throw new InvalidArgumentError('It must be at most 65535.');
}

/** A variable that is not set leaves an option with nothing. */
function filled(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('It must not be empty.');
}

function positive(text: string): number {
  const number = wholeNumber(text);
  if (number > 0) return number;
  throw new InvalidArgumentError('It must be at least 1.');
}

function pathOfValue(text: string): string {
  if (/^\d{1,6}(:\d{1,6})*$/.test(text)) return text;
  throw new InvalidArgumentError(
    'It must be numbers of six digits at most, with colons between them, such as 3:0:1.',
  );
}

/** A record is not shrunk along its path, so that one number leads to it. */
function pathOfRecord(text: string): string {
  if (/^\d{1,6}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a number of six digits at most, such as 17.');
}

function percentage(text: string): number {
  const number = wholeNumber(text);
  if (number <= 100) return number;
  throw new InvalidArgumentError('It must be at most 100.');
}

function wholeNumber(text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}
