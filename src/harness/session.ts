import type { Call } from '../api/calls.ts';
import type { OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import type { ShownExchange } from '../trace/evidence.ts';
import type { Exchange } from '../trace/exchange.ts';
import type { Forgery } from './forgeries.ts';
import type { Target, TokenName } from './target.ts';

/** The interface through which a check uses the target. */
export interface Session {
  readonly target: Target;
  /** The specification that the target is tested against. */
  readonly specification: Specification;
  /**
   * Sends the call.
   * @throws {Undecidable} if no answer comes, or the target throttles
   */
  send(call: Call, credentials: TokenName | Forgery): Promise<Exchange>;
  /**
   * The answer to a call with these credentials, sent only once in a run. For reads, controls, and refusals that
   * several checks look at.
   * @throws {Undecidable} as `send` does
   */
  sendOnce(call: Call, credentials: TokenName | Forgery): Promise<Exchange>;
  /**
   * An answer to this reading of a client that is newer than the last change of any client. Sends the call only if no
   * such answer exists.
   * @throws {Undecidable} as `send` does
   */
  sendSinceChange(call: Call, credentials: TokenName): Promise<Exchange>;
  /**
   * Sends the calls in bursts of as many as the run may have in flight, and waits for each burst. Returns, in their
   * order, the answer or the `Undecidable` that says why none arrived.
   */
  sendConcurrently(asked: readonly Asked[]): Promise<readonly (Exchange | Error)[]>;
  /** How the target answered under concurrency the calls that it answers correctly alone. */
  underConcurrency(): UnderConcurrency;
  /** As `send`, for mere observations: returns undefined if no answer comes, because no verdict depends on it. */
  sendIfAnswered(call: Call, credentials: TokenName | Forgery): Promise<Exchange | undefined>;
  /**
   * Work that several checks share. The first check that asks for it does it, in a session of its own; its replies
   * count as replies of each check that shares it.
   * @param make - known by its identity
   * @param looksAt - which of the exchanges the check looks at; by default all of them
   * @throws {Undecidable} to each of the checks, if `make` throws it
   */
  share<Value>(
    make: (session: Session) => Promise<Value>,
    looksAt?: (shown: ShownExchange) => boolean,
  ): Promise<Value>;
  /** How many random values are tried, and the seed. */
  readonly sampling: Sampling;
  /** A short text that is unique to the run, for names that must be new to the target. */
  readonly mark: string;
  /** Answers so far, in any check, in which the member requested a listed client and was shown another. */
  recordsOfOthers(): readonly Exchange[];
  /** The advisories of public standards on all answers of an operation so far, in any check. */
  advisedOf(operation: OperationId): readonly Advisory[];
  /** A UUID that does not exist at the target. The same label and seed always give the same UUID. */
  unusedIdentifier(label: string): string;
}

/** How calls under concurrency were answered. `wrong`: at least one wrongly; `lost`: at least one not at all. */
export type UnderConcurrency = 'right' | 'wrong' | 'lost';

export interface Asked {
  readonly call: Call;
  readonly credentials: TokenName | Forgery;
  /** Set if its answer is also that of `sendOnce`. Nothing has asked `sendOnce` for it before. */
  readonly isShared?: true;
}

/** The random choices of a run. The same sampling makes the same choices. */
export interface Sampling {
  /** Determines every generated identifier and random value. */
  readonly seed: number;
  /** How many random values are tried of each kind. */
  readonly runs: number;
  /** Whether all known variations are tried, however many requests that takes. */
  readonly thorough: boolean;
  /** How many times a reading is repeated; at least once. */
  readonly repeat: number;
  /** The path of the one random value to try, as an earlier run reported it. */
  readonly path?: string | undefined;
}

/** The behaviour of a target at one point that the documents leave open. */
export interface Observation {
  /** The row of the register that leaves it open. */
  readonly requirement: string;
  /** The observed aspect; stable from run to run. */
  readonly subject: string;
  /** The observed behaviour, in a form that does not vary with the data. */
  readonly value: string;
}

/** A deviation of an answer from a public standard, where the documents say nothing. It does not change a verdict. */
export interface Advisory {
  /** A JSON pointer into the answer's body; empty for the whole answer. */
  readonly pointer: string;
  /** One plain sentence without its full stop. */
  readonly message: string;
  /** A row of the register whose standing is `advisory`. */
  readonly requirement: string;
  /** The kind of problem, as a word that contains no data of the target. */
  readonly kind: string;
  /** The number of the reply that shows it. */
  readonly reply: number;
}
