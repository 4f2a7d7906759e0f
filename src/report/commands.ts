/** Command lines that a report suggests. */
export interface Commands {
  /** Repeats the run. The caller may append `--only`. */
  readonly rerun: string;
  /** Repeats the checks that found deviations. */
  readonly again: string;
  /** Settings that the command line lacks, since the report does not contain them, such as tokens. */
  readonly rerunNeeds?: string | undefined;
  /** Explains a deviation. The caller appends its code. */
  readonly explain: string;
}

/** The label of a command that repeats a run, with the settings that the user must add. */
export function againWith(what: string, { rerunNeeds }: Commands): string {
  return rerunNeeds === undefined ? what : `${what}, with ${rerunNeeds}`;
}

/** Quotes a word for a POSIX shell if it needs quotes. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
