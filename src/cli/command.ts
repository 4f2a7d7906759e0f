import type { Given, TypedOption } from './arguments.ts';
import type { ExitStatus } from './exit-status.ts';
import type { Terminal } from './terminal.ts';

type Options = Readonly<Record<string, TypedOption>>;

/** A command as a value. `--help` loads its whole file, so `run` imports the modules that only a run needs. */
export interface CommandDeclaration<Declared extends Options = Options> {
  readonly arguments?: readonly { readonly name: string; readonly description: string }[];
  /** All options except `--debug`, which every command has. */
  readonly options: Declared;
  readonly example: string;
  /** For each option, the options without which it has no effect. */
  readonly needs?: { readonly [Name in keyof Declared]?: readonly (keyof Declared)[] };
  /** An error message, printed after "error: ", if options contradict each other. */
  contradiction?(given: Given<Declared>): string | undefined;
  run(
    given: Given<Declared> & { readonly debug?: boolean },
    terminal: Terminal,
    words: readonly string[],
  ): Promise<ExitStatus>;
}

export function command<Declared extends Options>(
  declaration: CommandDeclaration<Declared>,
): CommandDeclaration<Declared> {
  return declaration;
}
