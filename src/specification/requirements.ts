import type { OperationId } from './description.ts';

/** The gravities of a deviation, the gravest first. */
export const gravities = ['exposure', 'corruption', 'failure', 'form'] as const;

export type Gravity = (typeof gravities)[number];

/** The consequence of deviating from a statement in some way. */
export interface Symptom {
  /** A short sentence, in which {status} and {credentials} are those of the request that caused it. */
  readonly broken?: string;
  readonly gravity?: Gravity;
}

/** One statement of the documents that describe the service, or of a public standard. */
export interface Requirement extends Symptom {
  /** A slug that never changes. */
  readonly id: string;
  /** The place of the statement, e.g. `interface 4.1, catalogue 2.2`; for an advisory, the public standard. */
  readonly source: string;
  /**
   * Whether the documents decide it (`specified`), leave it open, or can be read two ways. An `advisory` is not in the
   * documents, but in a public standard.
   */
  readonly standing: 'specified' | 'open' | 'ambiguous' | 'advisory';
  /** The only operation whose answers decide it, if the places that name the row do not show that. */
  readonly operation?: OperationId;
  /** The statement, in our own words. */
  readonly text: string;
  /** The kinds of deviations whose sentence or gravity differs from that of the row. */
  readonly symptoms?: Readonly<Record<string, Symptom>>;
  /** Why no check over HTTP can decide it. */
  readonly untestable?: string;
  /** How the suite handles a statement that the documents do not decide, in one or two sentences. */
  readonly handling?: string;
}

/**
 * The row for expectations of a consumer's pact that no other row covers. They come from the consumer, not from the
 * documents.
 */
export const consumerContract: Requirement = Object.freeze({
  id: 'consumer-contract',
  source: 'the pact',
  standing: 'specified',
  gravity: 'failure',
  text: "The provider answers as a consumer's contract needs.",
});

/** Whether the documents decide it and it can be tested over HTTP. */
export function isDecidable(row: Requirement): boolean {
  return row.standing === 'specified' && row.untestable === undefined;
}
