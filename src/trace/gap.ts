/** Why something could not be decided. */
export type Reason =
  /** The configuration lacks a token, a case or a client. */
  | 'not-configured'
  /** The configured `writes` forbids a request that the check needs. */
  | 'excluded'
  /** Something other than `writes` forbids a request that the check needs, such as a client that is left changed. */
  | 'not-permitted'
  /** No listed record has the data that the check needs. */
  | 'no-data'
  /** The target throttled for longer than the suite waits. */
  | 'throttled'
  /** No complete answer arrived. */
  | 'unreachable'
  /** A deadline or a signal ended the run first. */
  | 'ended-early'
  /** The target accepts a configured token nowhere, so the token may be wrong. */
  | 'token-refused'
  /** The same request with valid credentials was refused too. */
  | 'control-refused';

/** An answer, or a place in its body, that keeps a check from going on. An `Exchange` can be passed as a blocker. */
export interface Blocker {
  readonly number: number;
  /** A JSON pointer into the body; empty for the whole answer, which is the default. */
  readonly pointer?: string;
}

/**
 * Why something could not be decided, and what would decide it. `about` is the part of the text in which such texts
 * differ, such as a path: a report joins texts that differ only there. `alternative` is another way to decide it.
 */
export type Advice = string | readonly [message: string, about: string, alternative?: string];

/** Thrown by a probe that cannot go on. What was judged before remains valid. */
export class Undecidable extends Error {
  readonly reason: Reason;
  readonly about: string | undefined;
  readonly alternative: string | undefined;
  readonly blockedBy: readonly Required<Blocker>[];

  constructor(reason: Reason, advice: Advice, ...blockedBy: readonly Blocker[]) {
    const [message, about, alternative] = [advice].flat();
    super(message);
    this.name = 'Undecidable';
    this.reason = reason;
    this.about = about;
    this.alternative = alternative;
    this.blockedBy = blockedBy.map(blockingPlace);
  }
}

/** Copies the place alone. A blocker may be a whole exchange, which would stay in memory. */
export function blockingPlace({ number, pointer = '' }: Blocker): Required<Blocker> {
  return { number, pointer };
}

export async function ifAnswered<Answer>(sent: Promise<Answer>): Promise<Answer | undefined> {
  const answer = await sent.catch(undecidableIn);
  return answer instanceof Undecidable ? undefined : answer;
}

/**
 * Returns the error if it is an `Undecidable`. Throws any other error again, since it is a bug of the suite.
 */
export function undecidableIn(error: unknown): Undecidable {
  if (error instanceof Undecidable) return error;
  throw error;
}
