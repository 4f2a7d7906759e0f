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

type ListedCommand = { readonly description: string } & (
  | { readonly load: () => Promise<CommandDeclaration> }
  | { readonly commands: ListedCommands }
);

export type ListedCommands = Readonly<Record<string, ListedCommand>>;

export const commands: ListedCommands = {
  init: {
    description: 'Write a commented configuration. On a terminal, ask for what the options leave open.',
    load: async () => (await import('./commands/init.ts')).init,
  },
  check: {
    description: 'Test a running service against the interface, and write report.json and report.html.',
    load: async () => (await import('./commands/check.ts')).check,
  },
  merge: {
    description: 'Join the reports of all shards of a run, and draw the conclusion for the whole.',
    load: async () => (await import('./commands/merge.ts')).merge,
  },
  compare: {
    description: 'Compare two reports: what newly fails, what is fixed, and what else changed.',
    load: async () => (await import('./commands/compare.ts')).compare,
  },
  diff: {
    description: 'Compare two descriptions of the interface: what a change breaks, and for whom.',
    load: async () => (await import('./commands/diff.ts')).diff,
  },
  verify: {
    description: 'Verify a provider with pacts and generated records, and write report.json and report.html.',
    load: async () => (await import('./commands/verify.ts')).verify,
  },
  restore: {
    description: 'Restore the clients that an interrupted run left changed.',
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  validate: {
    description: 'Validate case records offline: one JSON record per line, or a JSON file.',
    load: async () => (await import('./commands/validate.ts')).validate,
  },
  generate: {
    description: 'Print generated records, one JSON record per line.',
    load: async () => (await import('./commands/generate.ts')).generate,
  },
  serve: {
    description: 'Run the reference implementation of the service with its demo organisations.',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  keys: {
    description: 'Create, list and revoke keys of the reference implementation.',
    commands: {
      create: {
        description: 'Create a key of an organisation, and print its token, which is not shown again.',
        load: async () => (await import('./commands/keys.ts')).create,
      },
      list: {
        description: 'List the keys, without their tokens.',
        load: async () => (await import('./commands/keys.ts')).list,
      },
      revoke: {
        description: 'Revoke a key: its token is not valid any more.',
        load: async () => (await import('./commands/keys.ts')).revoke,
      },
    },
  },
  import: {
    description: 'Store organisations, users, clients and cases in a database of serve.',
    load: async () => (await import('./commands/import.ts')).importRecords,
  },
  export: {
    description: 'Print the content of a database of serve, one JSON record per line.',
    load: async () => (await import('./commands/export.ts')).exportRecords,
  },
  describe: {
    description: 'Print the OpenAPI description of the interface.',
    load: async () => (await import('./commands/describe.ts')).describe,
  },
  explain: {
    description:
      'Explain the code of a deviation or an error: what it means, what to look at, and an example.',
    load: async () => (await import('./commands/explain.ts')).explain,
  },
  doctor: {
    description: 'Prove that the checks catch every known fault, and fail no correct service.',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
};

export async function main(words: readonly string[], terminal: Terminal): Promise<ExitStatus> {
  let status: ExitStatus = 0;
  const program = createProgram(words, terminal);
  const end = (ended: ExitStatus): void => {
    status = ended;
  };
  const declareAll = async (parent: Command, listed: ListedCommands): Promise<void> => {
    for (const [name, one] of Object.entries(listed)) {
      const command = parent.command(name).description(one.description);
      // Only the command of the call is loaded. The help shows the names and descriptions of the others.
      if (!words.includes(name)) continue;
      if ('load' in one) declare(command, await one.load(), terminal, end);
      else await declareAll(command, one.commands);
    }
  };
  await declareAll(program, commands);
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

function commandIn([name = '', ...rest]: readonly string[], listed = commands): readonly string[] {
  const one = Object.hasOwn(listed, name) ? listed[name] : undefined;
  if (one === undefined) return [];
  return 'commands' in one ? [name, ...commandIn(rest, one.commands)] : [name];
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
