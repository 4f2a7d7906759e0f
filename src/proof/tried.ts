export interface Tried {
  /** Its row in a table: a requirement, or a table of the documents that lists fields. */
  readonly row: string;
  readonly name: string;
  /** Why the judgement is wrong; undefined if it is right. */
  readonly wrong: string | undefined;
}
