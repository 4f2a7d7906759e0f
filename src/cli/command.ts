import type { Given, TypedOption } from './arguments.ts';
import type { ExitStatus } from './exit-status.ts';
import type { Terminal } from './terminal.ts';

/** The options of a command, by the names of the properties with their values. */
type Options = Readonly<Record<string, TypedOption>>;

/** A command as a value. `--help` loads its whole file, so `run` imports what only it needs. */
export interface CommandDeclaration<Declared extends Options = Options> {
  /** The positional arguments, each such as `<files...>`. */
  readonly arguments?: readonly { readonly name: string; readonly description: string }[];
  /** All options except `--debug`, which every command has. */
  readonly options: Declared;
  readonly example: string;
  /** For each option, the options without which it has no effect. */
  readonly needs?: { readonly [Name in keyof Declared]?: readonly (keyof Declared)[] };
  /**
   * The error message for options that contradict each other; undefined if none do. It is printed after
   * "error: ".
   */
  contradiction?(given: Given<Declared>): string | undefined;
  /**
   * Runs the command.
   * @param words - the positional arguments
   */
  run(
    given: Given<Declared> & { readonly debug?: boolean },
    terminal: Terminal,
    words: readonly string[],
  ): Promise<ExitStatus>;
}

/** Declares a command. Infers the types of option values from the declared options. */
export function command<Declared extends Options>(
  declaration: CommandDeclaration<Declared>,
): CommandDeclaration<Declared> {
  return declaration;
}
