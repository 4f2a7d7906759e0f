/** Why something could not be decided. */
export type Reason =
  /** The configuration lacks a token, a case or a client. */
  | 'not-configured'
  /** The configured `writes` forbids a request that would be needed. */
  | 'excluded'
  /** Something else forbids a request that would be needed. */
  | 'not-permitted'
  /** No listed record has the data. */
  | 'no-data'
  /** The target throttled for longer than the suite waits. */
  | 'throttled'
  /** No complete answer came. */
  | 'unreachable'
  /** A deadline or a signal ended the run first. */
  | 'ended-early'
  /** The target accepts a configured token nowhere: it may simply be wrong. */
  | 'token-refused'
  /** The same request with valid credentials was refused too. */
  | 'control-refused';

/** Thrown within a check that cannot go on. Its earlier judgements remain valid. */
export class Undecidable extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, message: string) {
    super(message);
    this.name = 'Undecidable';
    this.reason = reason;
  }
}

/** Returns an `Undecidable`. Throws any other error again, since it is a bug in the suite. */
export function undecidableIn(error: unknown): Undecidable {
  if (error instanceof Undecidable) return error;
  throw error;
}
