import { Command, CommanderError, Option } from 'commander';
import { secretsIn } from '../gate/environment.ts';
import { Failure } from '../gate/failure.ts';
import { maskingOf } from '../http/masking.ts';
import { looksSecret, named, quoted } from '../report/quoted.ts';
import { suiteVersion } from '../report/suite.ts';
import type { JsonObject } from '../schema/json.ts';
import type { CommandDeclaration } from './command.ts';
import { type ExitStatus, statusOfError } from './exit-status.ts';
import { type Terminal, write } from './terminal.ts';

/** The commands, in the order of the help. A word before another names a group. */
export const descriptions = {
  init: 'Write a commented configuration. On a terminal, ask for what the options leave open.',
  check: 'Test a running service against the interface, and write report.json and report.html.',
  merge: 'Join the reports of all shards of a run, and draw the conclusion for the whole.',
  compare: 'Compare two reports: what newly fails, what is fixed, and what else changed.',
  diff: 'Compare two descriptions of the interface: what a change breaks, and for whom.',
  verify: 'Verify a provider with pacts and generated records, and write report.json and report.html.',
  restore: 'Restore the clients that an interrupted run left changed.',
  validate: 'Validate case records offline: one JSON record per line, or a JSON file.',
  generate: 'Print generated records, one JSON record per line.',
  serve: 'Run the reference implementation of the service with its demo organisations.',
  keys: 'Create, list and revoke keys of the reference implementation.',
  'keys create': 'Create a key of an organisation, and print its token, which is not shown again.',
  'keys list': 'List the keys, without their tokens.',
  'keys revoke': 'Revoke a key: its token is not valid any more.',
  import: 'Store organisations, users, clients and cases in a database of serve.',
  export: 'Print the content of a database of serve, one JSON record per line.',
  describe: 'Print the OpenAPI description of the interface.',
  explain: 'Explain the code of a deviation or an error: what it means, what to look at, and an example.',
  doctor: 'Prove that the checks catch every known fault, and fail no correct service.',
} as const;

export type CommandName = Exclude<keyof typeof descriptions, 'keys'>;

export const loaders: Readonly<Record<CommandName, () => Promise<CommandDeclaration>>> = {
  init: async () => (await import('./commands/init.ts')).init,
  check: async () => (await import('./commands/check.ts')).check,
  merge: async () => (await import('./commands/merge.ts')).merge,
  compare: async () => (await import('./commands/compare.ts')).compare,
  diff: async () => (await import('./commands/diff.ts')).diff,
  verify: async () => (await import('./commands/verify.ts')).verify,
  restore: async () => (await import('./commands/restore.ts')).restore,
  validate: async () => (await import('./commands/validate.ts')).validate,
  generate: async () => (await import('./commands/generate.ts')).generate,
  serve: async () => (await import('./commands/serve.ts')).serve,
  'keys create': async () => (await import('./commands/keys.ts')).create,
  'keys list': async () => (await import('./commands/keys.ts')).list,
  'keys revoke': async () => (await import('./commands/keys.ts')).revoke,
  import: async () => (await import('./commands/import.ts')).importRecords,
  export: async () => (await import('./commands/export.ts')).exportRecords,
  describe: async () => (await import('./commands/describe.ts')).describe,
  explain: async () => (await import('./commands/explain.ts')).explain,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
};

export async function main(words: readonly string[], terminal: Terminal): Promise<ExitStatus> {
  let status: ExitStatus = 0;
  const program = createProgram(words, terminal);
  const end = (ended: ExitStatus): void => {
    status = ended;
  };
  for (const [name, description] of Object.entries(descriptions)) {
    const [word = '', group] = name.split(' ').toReversed();
    const parent = program.commands.find((one) => one.name() === group) ?? program;
    const command = parent.command(word).description(description);
    // Only the command of the call is loaded. The help shows the names and descriptions of the others.
    if (name in loaders && name.split(' ').every((word) => words.includes(word)))
      declare(command, await loaders[name as CommandName](), terminal, end);
  }
  try {
    await program.parseAsync(words, { from: 'user' });
    return status;
  } catch (error) {
    // Commander has printed the error. Its exit code is 0 only for help and version.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    return complain(error, words.includes('--debug'), terminal);
  }
}

function complain(error: unknown, isDebugging: boolean, { errors, environment }: Terminal): ExitStatus {
  // The message of an unexpected error may contain a secret.
  const mask = maskingOf(secretsIn(environment));
  const trace = isDebugging && error instanceof Error ? `${error.stack}\n` : '';
  if (error instanceof Failure) {
    write(errors, mask(`${error.message} [${error.code}]\n${trace}`));
    return statusOfError(error.code);
  }
  write(
    errors,
    `case-conformance broke, which says nothing of the target. Run again with --debug, and report it. [SUITE_BROKE]\n${mask(trace)}`,
  );
  return 4;
}

function createProgram(words: readonly string[], terminal: Terminal): Command {
  return new Command('case-conformance')
    .description('Contract-testing and conformance suite of the Case Management Service')
    .version(suiteVersion)
    .exitOverride()
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .configureOutput({
      writeOut: (text) => write(terminal.output, text),
      writeErr: (text) => write(terminal.errors, text),
      outputError: (text) =>
        write(
          terminal.errors,
          maskingOf(secretsIn(terminal.environment))(
            sentenceOf(withoutSecrets(text, words), commandIn(words)),
          ),
        ),
    })
    .addHelpText(
      'after',
      '\nExit status: 0 holds, 1 deviations, 2 wrong call or configuration, 3 not tested, 4 the suite broke.',
    );
}

function declare(
  command: Command,
  declaration: CommandDeclaration,
  terminal: Terminal,
  end: (status: ExitStatus) => void,
): void {
  const { example } = declaration;
  for (const { name, description } of declaration.arguments ?? []) command.argument(name, description);
  const options = { ...declaration.options, debug: new Option('--debug', 'show stack traces') };
  for (const option of Object.values(options)) command.addOption(option);
  command.addHelpText('after', `\nExample:\n  ${example}`).action(async () => {
    const values = command.opts();
    const given = Object.fromEntries(
      Object.entries(options).map(([key, option]) => [key, values[option.attributeName()]]),
    );
    const contradiction =
      inputNamedTwice(given, command.args) ??
      missingOption(declaration, given) ??
      declaration.contradiction?.(given);
    if (contradiction !== undefined) command.error(`error: ${contradiction}`);
    end(await declaration.run(given, terminal, command.args));
  });
}

function missingOption({ needs = {}, options }: CommandDeclaration, given: JsonObject): string | undefined {
  const flagsOf = (name: string): string => `'${options[name]?.flags}'`;
  return Object.entries(needs)
    .filter(([name]) => given[name] !== undefined)
    .flatMap(([name, needed = []]) => needed.map((one) => [name, one] as const))
    .filter(([, one]) => given[one] === undefined)
    .map(([name, one]) => `option ${flagsOf(name)} needs ${flagsOf(one)}`)[0];
}

const readingOptions = ['spec', 'overlay', 'har'];

/** An error message if the call names the standard input twice, which can be read only once. */
function inputNamedTwice(given: JsonObject, words: readonly string[]): string | undefined {
  const named = [
    ...readingOptions.filter((name) => given[name] === '-').map((name) => `'--${name} -'`),
    ...words.filter((word) => word === '-').map(() => "'-'"),
  ];
  return named.length > 1
    ? `the standard input can be read once, but is named as ${named.join(' and as ')}`
    : undefined;
}

function commandIn([first = '', second = '']: readonly string[]): readonly string[] {
  const name = [`${first} ${second}`, first].find((one) => Object.hasOwn(descriptions, one));
  return name?.split(' ') ?? [];
}

/** A sentence made of Commander's error, which begins with `error:` and has its suggestion in a second line. */
function sentenceOf(text: string, command: readonly string[]): string {
  const [problem = '', suggestion] = text
    .replace(/^error: /, '')
    .trim()
    .split('\n');
  const sentences = `The call is wrong: ${problem.replace(/\.$/, '')}.`;
  const isAdvice = sentences.includes('. ');
  const help = ['case-conformance', ...command, '--help'].join(' ');
  const advice = suggestion?.replace(/^\((.*)\)$/, ' $1') ?? (isAdvice ? '' : ` See ${help}.`);
  return `${sentences}${advice} [CALL_NOT_UNDERSTOOD]\n`;
}

function withoutSecrets(text: string, words: readonly string[]): string {
  // The word after a mistyped option may be a secret.
  const unvalued = text.replace(/ unknown option '(-[^=]*)=.*'/s, (_, option: string) => {
    return ` unknown option '${looksSecret(option) ? '-' : option}=…'`;
  });
  const given = words.flatMap((word) => [word, word.slice(word.indexOf('=') + 1)]);
  return given
    .filter((word) => word !== '' && named(word) !== word)
    .toSorted((one, other) => other.length - one.length)
    .reduce(
      (shown, word) => shown.replaceAll(`'${word}'`, quoted(word)).replaceAll(word, named(word)),
      unvalued,
    );
}
