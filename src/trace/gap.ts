/** Why something could not be decided. */
export type Reason =
  /** The configuration lacks a token, a case or a client. */
  | 'not-configured'
  /** `writes` in the configuration leaves out what would have to be sent. */
  | 'excluded'
  /** Something else does not permit what would have to be sent. */
  | 'not-permitted'
  /** No listed record shows what it is about. */
  | 'no-data'
  /** The target asked to be left alone, for longer than is waited. */
  | 'throttled'
  /** There was no complete answer. */
  | 'unreachable'
  /** The run was ended before that, by its deadline or by a signal. */
  | 'ended-early'
  /** The target accepts a configured token nowhere: it may simply be wrong. */
  | 'token-refused'
  /** The same request with valid credentials was refused too. */
  | 'control-refused';

/** Thrown within a check when it cannot go on; the judgements before it stand. */
export class Undecidable extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, message: string) {
    super(message);
    this.name = 'Undecidable';
    this.reason = reason;
  }
}

/** What was thrown, where that is an `Undecidable`; anything else is a fault of the suite, and thrown again. */
export function undecidableIn(error: unknown): Undecidable {
  if (error instanceof Undecidable) return error;
  throw error;
}
