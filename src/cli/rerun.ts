import type { Option } from 'commander';
import type { Environment } from '../gate/environment.ts';
import { named } from '../report/quoted.ts';
import { shellWord } from '../report/shell-word.ts';
import { overlay, spec } from './arguments.ts';

/** What reports and locks call the embedded reference implementation, which has no address of its own. */
export const embeddedTarget = 'case-conformance:reference';

/**
 * The command that does the same again, as a shell takes it.
 * @param options - those that lead to the same, in their order; what is left at its default is not written
 * @param given - their values, by the same names
 * @param environment - tells how the program was started
 */
export function rerunCommand(
  command: string,
  options: Readonly<Record<string, Option>>,
  given: Readonly<Record<string, unknown>>,
  environment: Environment,
): string {
  const words = Object.entries(options).flatMap(([name, option]) => wordsOf(option, given[name]));
  return [...startOfCommand(environment), command, ...words].map(shellWord).join(' ');
}

/** What a run was told of the description that it went by. */
export interface Described {
  readonly spec?: string | undefined;
  readonly overlay?: string | undefined;
}

/** The command that explains the code of a deviation, which is added, by the same description. */
export function explainCommand(described: Described, environment: Environment): string {
  return rerunCommand('explain', { spec, overlay }, { ...described }, environment);
}

/** What starts the program again where it was started so: npm finds it where a shell does not. */
export function startOfCommand({ npm_command, npm_package_name }: Environment): readonly string[] {
  if (npm_command === undefined) return ['case-conformance'];
  if (npm_package_name === 'case-conformance') return ['npm', 'run', '-s', 'case-conformance', '--'];
  return ['npx', 'case-conformance'];
}

function wordsOf({ long, defaultValue }: Option, value: unknown): string[] {
  if (value === undefined || value === false || value === defaultValue) return [];
  if (value === true) return [String(long)];
  return [value].flat().flatMap((one) => [String(long), withoutQuery(String(one))]);
}

/** What the query of a URL holds could be a secret; whoever runs the command again knows it. */
function withoutQuery(word: string): string {
  return /^https?:\/\//i.test(word) ? named(word) : word;
}
