import type { OperationId } from './description.ts';

/** One statement of the documents that describe the service, or of a public standard. */
export interface Requirement {
  /** A slug that never changes. */
  readonly id: string;
  /** Where it is said, e.g. `interface 4.1, catalogue 2.2`; of an advisory, the public standard. */
  readonly source: string;
  /**
   * Whether the documents decide (`specified`), leave open, or can be read two ways; what they say nothing of, and a
   * public standard does, is an `advisory`.
   */
  readonly standing: 'specified' | 'open' | 'ambiguous' | 'advisory';
  /** The only operation whose answers decide it, where the places that name the row do not show that. */
  readonly operation?: OperationId;
  /** The statement, in our own words. */
  readonly text: string;
  /** Why no check over HTTP can decide it. */
  readonly untestable?: string;
  /** What the suite does where the documents do not decide: in one or two sentences. */
  readonly handling?: string;
}

/** What a consumer's pact asks for and no row says: it is the consumer's to ask, and not the documents'. */
export const consumerContract: Requirement = Object.freeze({
  id: 'consumer-contract',
  source: 'the pact',
  standing: 'specified',
  text: "The provider answers as a consumer's contract needs.",
});

/** Whether a check can find something against it: in the documents or, to advise of it, in a public standard. */
export function isTestable(row: Requirement): boolean {
  return isDecidable(row) || row.standing === 'advisory';
}

/** Whether a check can decide the row: the documents decide it, and nothing stands in the way. */
export function isDecidable(row: Requirement): boolean {
  return row.standing === 'specified' && row.untestable === undefined;
}
