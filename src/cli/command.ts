import type { Given, TypedOption } from './arguments.ts';
import type { ExitStatus } from './exit-status.ts';
import type { Terminal } from './terminal.ts';

/** Options by the names that a command knows their values by. */
type Options = Readonly<Record<string, TypedOption>>;

/** A command as data. Its help loads its file: what only `run` needs is imported there. */
export interface CommandDeclaration<Declared extends Options = Options> {
  /** What follows the options, each such as `<files...>`. */
  readonly arguments?: readonly { readonly name: string; readonly description: string }[];
  /** All but `--debug`, which each command has. */
  readonly options: Declared;
  /** A call, as the help shows it. */
  readonly example: string;
  /** What is wrong with options that do not go together; continues "error: ". */
  contradiction?(given: Given<Declared>): string | undefined;
  /** @param words - the arguments */
  run(
    given: Given<Declared> & { readonly debug?: boolean },
    terminal: Terminal,
    words: readonly string[],
  ): Promise<ExitStatus>;
}

/** The declaration, in which the values of the options have the types that these declare. */
export function command<Declared extends Options>(
  declaration: CommandDeclaration<Declared>,
): CommandDeclaration<Declared> {
  return declaration;
}
