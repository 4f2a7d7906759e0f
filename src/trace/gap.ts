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

/** An answer, or a place in it, that keeps a check from going on. Every exchange is one. */
export interface Blocker {
  /** The number of the exchange. */
  readonly number: number;
  /** A JSON pointer into the body; by default the whole answer. */
  readonly pointer?: string;
}

/** Thrown within a check that cannot go on. Its earlier judgements remain valid. */
export class Undecidable extends Error {
  readonly reason: Reason;
  /** The answers at which it stopped, without their bodies. */
  readonly blockedBy: readonly Required<Blocker>[];

  constructor(reason: Reason, message: string, ...blockedBy: readonly Blocker[]) {
    super(message);
    this.name = 'Undecidable';
    this.reason = reason;
    this.blockedBy = placesOf(blockedBy);
  }
}

/** The blockers alone, without the exchanges that they may be. */
export function placesOf(blockers: readonly Blocker[]): readonly Required<Blocker>[] {
  return blockers.map(({ number, pointer = '' }) => ({ number, pointer }));
}

/** Returns an `Undecidable`. Throws any other error again, since it is a bug in the suite. */
export function undecidableIn(error: unknown): Undecidable {
  if (error instanceof Undecidable) return error;
  throw error;
}
