import { Command, CommanderError, Option } from 'commander';
import { Failure } from '../gate/failure.ts';
import { suiteVersion } from '../report/suite-version.ts';
import type { CommandDeclaration } from './command.ts';
import { type ExitStatus, statusOfFailure } from './exit-status.ts';
import type { Terminal } from './terminal.ts';

/** Every command, in the order of the help. */
const commands: Readonly<Record<string, () => Promise<CommandDeclaration>>> = {
  init: async () => (await import('./commands/init.ts')).init,
  check: async () => (await import('./commands/check.ts')).check,
  merge: async () => (await import('./commands/merge.ts')).merge,
  verify: async () => (await import('./commands/verify.ts')).verify,
  restore: async () => (await import('./commands/restore.ts')).restore,
  validate: async () => (await import('./commands/validate.ts')).validate,
  generate: async () => (await import('./commands/generate.ts')).generate,
  serve: async () => (await import('./commands/serve.ts')).serve,
  describe: async () => (await import('./commands/describe.ts')).describe,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
};

/**
 * Runs one call of the command line. A command is loaded when it is called, so that none waits for another.
 * @param words - what follows the name of the program
 * @returns what the process should end with; whatever went wrong has been said on `terminal.errors`
 */
export async function main(words: readonly string[], terminal: Terminal): Promise<ExitStatus> {
  let status: ExitStatus = 0;
  const program = createProgram(terminal);
  const end = (ended: ExitStatus): void => {
    status = ended;
  };
  const declarations = await Promise.all(wanted(words).map((load) => load()));
  for (const declaration of declarations) addCommand(program, declaration, terminal, end);
  try {
    await program.parseAsync(withPresentNames(words, terminal), { from: 'user' });
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
    return statusOfFailure(error.code);
  }
  errors.write(
    `case-conformance broke, which says nothing of the target. Run again with --debug, and report it. [SUITE_BROKE]\n${trace}`,
  );
  return 4;
}

function createProgram(terminal: Terminal): Command {
  return new Command('case-conformance')
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
}

/** The command that is called; for help, and for what is none, all. */
function wanted([called = '']: readonly string[]): readonly (() => Promise<CommandDeclaration>)[] {
  if (called === '--version') return [];
  const load = Object.hasOwn(commands, called) ? commands[called] : undefined;
  return load === undefined ? Object.values(commands) : [load];
}

function addCommand(
  program: Command,
  declaration: CommandDeclaration,
  terminal: Terminal,
  end: (status: ExitStatus) => void,
): void {
  const { name, description, argument, example } = declaration;
  const command = program.command(name).description(description);
  if (argument !== undefined) command.argument(argument.name, argument.description);
  const options = { ...declaration.options, debug: new Option('--debug', 'show stack traces') };
  for (const option of Object.values(options)) command.addOption(option);
  command.addHelpText('after', `\nExample:\n  ${example}`).action(async () => {
    const values = command.opts();
    const given = Object.fromEntries(
      Object.entries(options).map(([key, option]) => [key, values[option.attributeName()]]),
    );
    const contradiction = declaration.contradiction?.(given);
    if (contradiction !== undefined) command.error(`error: ${contradiction}`);
    end(await declaration.run(given, terminal, command.args));
  });
}

/** Options that have another name now, by the former one, which is accepted until the next release. */
const renamed: Readonly<Record<string, string>> = {
  '--witnesses': '--field-coverage',
  '--min-witnessed': '--min-field-coverage',
};

/** The words, with each option by its name; says of those that are called by a former one. */
function withPresentNames(words: readonly string[], { errors }: Terminal): string[] {
  return words.map((word) => {
    const [former = ''] = word.split('=', 1);
    const name = Object.hasOwn(renamed, former) ? renamed[former] : undefined;
    if (name === undefined) return word;
    errors.write(`${former} is called ${name} now. The former name is accepted until the next release.\n`);
    return `${name}${word.slice(former.length)}`;
  });
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
