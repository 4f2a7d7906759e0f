import type { Finding } from '../validation/finding.ts';

/** The kind of a problem, in words without the target's data. */
export interface ProblemKind {
  /** The broken schema keyword, the class of a status such as `status 2xx`, or a word of the check. */
  readonly kind: string;
  /** What was tried or when, in the words of the message: `is a condition of SQL`, `again`. */
  readonly context?: string;
  readonly credentials?: string;
  /** How the request got past a guard, as the beginning of a sentence: `A path with a doubled slash`. */
  readonly way?: string;
}

export interface Subject {
  /** What the deviation is about, as the beginning of a sentence: `A change of title`. */
  readonly one: string;
  /** A subject that fits similar problems too: `A change` */
  readonly any?: string;
  /** A shorter form of `one` for a headline: `Creating an organisation with 17 empty fields` */
  readonly brief?: string;
  readonly pointer?: string;
}

export interface Deviation extends Partial<ProblemKind>, Pick<Finding, 'allowed' | 'alike'> {
  /** A JSON pointer into the answer's body; empty for the whole answer. */
  readonly pointer: string;
  /** One plain sentence without its full stop. */
  readonly message: string;
  /** The part of the message that the statement, the request and its answer do not show. By default, all of it. */
  readonly detail?: string;
  /** Set for a success that contains no data. */
  readonly isWithoutData?: true;
  readonly subject?: Subject;
  readonly requirement: string;
  /** The number of the exchange that shows the deviation. */
  readonly reply: number;
  /** The number of the earlier exchange, such as a change, whose consequence the reply shows. */
  readonly causedBy?: number;
  /** The path to the random value that shows the deviation. Path and seed reproduce the value. */
  readonly path?: string;
  /** The smallest generated value that shows the deviation. */
  readonly witness?: unknown;
}
