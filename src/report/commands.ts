export interface Commands {
  /** Repeats the run. `--only` may be appended. */
  readonly rerun: string;
  readonly again: string;
  /** Settings that the report, and so `rerun`, does not contain, such as tokens. */
  readonly rerunNeeds?: string | undefined;
  /** The code of a deviation must be appended. */
  readonly explain: string;
}

export function againWith(what: string, { rerunNeeds }: Commands): string {
  return rerunNeeds === undefined ? what : `${what}, with ${rerunNeeds}`;
}

export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
