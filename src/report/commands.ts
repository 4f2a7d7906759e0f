/** The commands that a report names for whoever goes on from it. */
export interface Commands {
  /** Runs the same again; `--only` is added. */
  readonly rerun: string;
  /** What that needs besides, and the report does not say. */
  readonly rerunNeeds?: string | undefined;
  /** Explains what deviates; its code is added. */
  readonly explain: string;
}

/** What the line that runs something again begins with. */
export function againWith(what: string, { rerunNeeds }: Commands): string {
  return rerunNeeds === undefined ? what : `${what}, with ${rerunNeeds}`;
}
