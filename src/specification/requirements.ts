import type { OperationId } from './description.ts';

/** How grave a deviation is, gravest first: data exposed, data corrupted, function fails, form differs. */
export const gravities = ['exposure', 'corruption', 'failure', 'form'] as const;

export type Gravity = (typeof gravities)[number];

export interface Symptom {
  /** A short finding. {status} and {credentials} are replaced by those of the failed request. */
  readonly broken?: string;
  readonly gravity?: Gravity;
  /** The part of the statement that is broken. Default: the text of the row. */
  readonly text?: string;
}

/** A row of the requirements register: one statement of the documents, or of a public standard. */
export interface Requirement extends Symptom {
  /** A slug that never changes, such as `case-data-200`. */
  readonly id: string;
  /** Where the statement is: `interface 4.1, catalogue 2.2`, or the public standard of an advisory. */
  readonly source: string;
  /**
   * Whether the documents decide the statement (`specified`), leave it open, or can be read two ways (`ambiguous`). An
   * `advisory` comes from a public standard instead.
   */
  readonly standing: 'specified' | 'open' | 'ambiguous' | 'advisory';
  /**
   * The only operation that can decide the statement. Needed if the description names the row at no
   * operation.
   */
  readonly operation?: OperationId;
  /** The statement, in our own words. */
  readonly text: string;
  /** Named ways to break the statement, each with its own sentence or gravity. */
  readonly symptoms?: Readonly<Record<string, Symptom>>;
  /** Why no check over HTTP can decide the statement, if none can. */
  readonly untestable?: string;
  /** For a statement that is open or ambiguous: how the suite handles it, in one or two sentences. */
  readonly handling?: string;
}

/** The row for expectations in a user's pact that no other row covers. The documents do not state them. */
export const consumerContract: Requirement = Object.freeze({
  id: 'consumer-contract',
  source: 'the pact',
  standing: 'specified',
  gravity: 'failure',
  text: "The provider answers as a consumer's contract needs.",
});

export function isDecidable(row: Requirement): boolean {
  return row.standing === 'specified' && row.untestable === undefined;
}
