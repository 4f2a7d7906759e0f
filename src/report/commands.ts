/** The commands that a report suggests as next steps. */
export interface Commands {
  /** Repeats the run; the caller may append `--only`. */
  readonly rerun: string;
  /** Repeats the checks that showed deviations. */
  readonly again: string;
  /** Further settings that a repetition needs and the report does not contain. */
  readonly rerunNeeds?: string | undefined;
  /** Explains a deviation; the caller appends its code. */
  readonly explain: string;
}

/** The label of the line that repeats something. */
export function againWith(what: string, { rerunNeeds }: Commands): string {
  return rerunNeeds === undefined ? what : `${what}, with ${rerunNeeds}`;
}

/** Quotes a word for a POSIX shell if necessary. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
