import type { CheckOptions } from './check-options.ts';

/** The command that runs the same checks with the same seed again, but for their selection, as a shell takes it. */
export function rerunCommand(options: CheckOptions, seed: number): string {
  const words = [
    'case-conformance',
    'check',
    ...(options.reference === true ? ['--reference'] : []),
    ...option('--config', options.config),
    ...option('--base-url', options.baseUrl),
    ...(options.case ?? []).flatMap((one) => option('--case', one)),
    ...option('--writes', options.writes),
    ...option('--token-env', options.tokenEnv),
    ...option('--seed', String(seed)),
  ];
  return words.map(quoted).join(' ');
}

function option(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [name, value];
}

/** A word of a POSIX shell: as it is where it is harmless, else in single quotes. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
