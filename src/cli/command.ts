import type { Given, TypedOption } from './arguments.ts';
import type { ExitStatus } from './exit-status.ts';
import type { Terminal } from './terminal.ts';

/** Options by the property names under which a command receives their values. */
type Options = Readonly<Record<string, TypedOption>>;

/** A command as data. Printing its help loads its file, so modules that only `run` needs are imported in `run`. */
export interface CommandDeclaration<Declared extends Options = Options> {
  /** The positional arguments, each such as `<files...>`. */
  readonly arguments?: readonly { readonly name: string; readonly description: string }[];
  /** All options except `--debug`, which every command has. */
  readonly options: Declared;
  readonly example: string;
  /** Options that have no effect without others. */
  readonly needs?: { readonly [Name in keyof Declared]?: readonly (keyof Declared)[] };
  /** Describes options whose values contradict each other; continues "error: ". */
  contradiction?(given: Given<Declared>): string | undefined;
  /** @param words - the positional arguments */
  run(
    given: Given<Declared> & { readonly debug?: boolean },
    terminal: Terminal,
    words: readonly string[],
  ): Promise<ExitStatus>;
}

/** Declares a command and infers the types of its option values. */
export function command<Declared extends Options>(
  declaration: CommandDeclaration<Declared>,
): CommandDeclaration<Declared> {
  return declaration;
}
