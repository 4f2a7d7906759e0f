/** A subject that checks were tried with. */
export interface Tried {
  /** What it counts among in a table: a requirement, or a table of the documents that lists fields. */
  readonly row: string;
  /** What it is, in words. */
  readonly name: string;
  /** What is wrong with how it was judged, in words; undefined where it was judged rightly. */
  readonly wrong: string | undefined;
}
