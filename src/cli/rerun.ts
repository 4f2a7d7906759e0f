import type { Option } from 'commander';

/** What reports and locks call the embedded reference implementation, which has no address of its own. */
export const embeddedTarget = 'case-conformance:reference';

/**
 * The command that does the same again, as a shell takes it.
 * @param options - those that lead to the same, in their order; what is left at its default is not written
 * @param given - their values, by the same names
 */
export function rerunCommand(
  command: string,
  options: Readonly<Record<string, Option>>,
  given: Readonly<Record<string, unknown>>,
): string {
  const words = Object.entries(options).flatMap(([name, option]) => wordsOf(option, given[name]));
  return ['case-conformance', command, ...words].map(shellWord).join(' ');
}

function wordsOf({ long, defaultValue }: Option, value: unknown): string[] {
  if (value === undefined || value === false || value === defaultValue) return [];
  if (value === true) return [String(long)];
  return [value].flat().flatMap((one) => [String(long), String(one)]);
}

/** A word of a POSIX shell: as it is where it is harmless, else in single quotes. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
