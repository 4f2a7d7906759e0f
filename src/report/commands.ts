export interface Commands {
  /** A shell command that repeats the run. `--only TEXT` may be appended. */
  readonly rerun: string;
  readonly again: string;
  /** Settings that `rerun` needs but the report does not contain, such as tokens. */
  readonly rerunNeeds?: string | undefined;
  /** A shell command to which the code of a deviation must be appended. */
  readonly explain: string;
}

export function againWith(what: string, { rerunNeeds }: Commands): string {
  return rerunNeeds === undefined ? what : `${what}, with ${rerunNeeds}`;
}

export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
