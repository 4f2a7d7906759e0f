import type { Call } from '../api/calls.ts';
import type { OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import type { Evidence } from '../trace/evidence.ts';
import type { Exchange } from '../trace/exchange.ts';
import type { Deviation } from './deviation.ts';
import type { Forgery } from './forgeries.ts';
import type { Target, TokenName } from './target.ts';

/** The interface through which a check uses the target. */
export interface Session {
  readonly target: Target;
  readonly specification: Specification;
  /** @throws {Undecidable} if no answer comes, or the target throttles */
  send(call: Call, credentials: Credentials): Promise<Exchange>;
  /**
   * The answer to a call with these credentials, which is sent only once per run. For readings, controls, and
   * refusals that several checks judge.
   * @throws {Undecidable} as `send` does
   */
  sendOnce(call: Call, credentials: Credentials): Promise<Exchange>;
  /**
   * The answer to this reading of a client. Sends the call only if it was not sent since the last change of
   * any client.
   * @throws {Undecidable} as `send` does
   */
  sendSinceChange(call: Call, credentials: TokenName): Promise<Exchange>;
  /**
   * Sends the calls in bursts, each as large as the run's concurrency limit, and waits for each burst.
   * Returns, in the order of the calls, each answer or the `Undecidable` that says why none arrived.
   */
  sendConcurrently(asked: readonly Asked[]): Promise<readonly (Exchange | Error)[]>;
  /** Waits for this many milliseconds. A simulated run skips the wait. */
  wait(ms: number): Promise<void>;
  /** How the target answers concurrent calls, compared with the same calls alone. */
  underConcurrency(): UnderConcurrency;
  /**
   * Work that several checks share. The first check that needs the work does it, in a separate session. Its
   * replies then count as replies of each check that shares it.
   * @param make - does the work; the same function is called only once
   * @param looksAt - the exchanges that the check looks at; by default all
   * @throws {Undecidable} to each check, if `make` throws it
   */
  share<Value>(
    make: (session: Session) => Promise<Value>,
    looksAt?: (shown: Evidence) => boolean,
  ): Promise<Value>;
  readonly sampling: Sampling;
  /** A short text that is unique to the run, for names that must be new to the target. */
  readonly runTag: string;
  /** All answers so far, of any check, in which the member requested a listed client and got another one. */
  recordsOfOthers(): readonly Exchange[];
  /** All answers 401 so far, of any check, to a configured token that is also accepted at the same path. */
  rejectedTokens(): readonly Exchange[];
  /** The advisories for all answers of an operation so far, of any check. */
  advisedOf(operation: OperationId): readonly Deviation[];
  /** A UUID that does not exist at the target. The same label and seed always give the same UUID. */
  unusedIdentifier(label: string): string;
}

/** A configured token, by its name, or invalid credentials. */
export type Credentials = TokenName | Forgery;

/** How concurrent calls were answered. `wrong`: at least one wrongly; `lost`: at least one not at all. */
export type UnderConcurrency = 'right' | 'wrong' | 'lost';

export interface Asked {
  readonly call: Call;
  readonly credentials: Credentials;
  /** Set if `sendOnce` is to return this answer too. The call must not have been sent by `sendOnce` before. */
  readonly isShared?: true;
}

/** The random choices of a run. The same sampling makes the same choices. */
export interface Sampling {
  /** Determines every generated identifier and random value. */
  readonly seed: number;
  /** The number of random values to try of each kind. */
  readonly runs: number;
  /** Whether to try all known variations, however many requests that takes. */
  readonly thorough: boolean;
  /** The number of times to repeat a reading; at least 1. */
  readonly repeat: number;
  /** The path of a single random value to try, taken from the report of an earlier run. */
  readonly path?: string | undefined;
}

/** The behaviour of a target at one point that the documents leave open. */
export interface Observation {
  /** The row of the register that leaves the behaviour open. */
  readonly requirement: string;
  /** The observed aspect; stable from run to run. */
  readonly subject: string;
  /** The observed behaviour, in words without the target's data. */
  readonly value: string;
}
