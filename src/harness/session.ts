import type { Call } from '../api/calls.ts';
import type { OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import type { ShownExchange } from '../trace/shown-exchange.ts';
import type { Advisory } from './advisory.ts';
import type { Forgery } from './forgeries.ts';
import type { Target, TokenName } from './target.ts';

/** What a check can do to a target. */
export interface Session {
  readonly target: Target;
  /** What the target is held to. */
  readonly specification: Specification;
  /**
   * Sends the call.
   * @throws {Undecidable} when no answer comes, or the target throttles.
   */
  send(call: Call, credentials: TokenName | Forgery): Promise<Exchange>;
  /**
   * The answer to a call with credentials, sent once in a run however often it is asked for: for reads, for controls, and
   * for what several checks see refused.
   * @throws {Undecidable} as `send` does.
   */
  sendOnce(call: Call, credentials: TokenName | Forgery): Promise<Exchange>;
  /**
   * The answer to a reading of a client that came since any client was last changed: another one would show the same. Sent
   * where there is none.
   * @throws {Undecidable} as `send` does.
   */
  sendSinceChange(call: Call, credentials: TokenName): Promise<Exchange>;
  /**
   * Sends the calls at the same moment, as far as the limits of the run let it, and waits for all that comes of them: in
   * their order, an answer, or the `Undecidable` that says why there is none.
   */
  sendAtOnce(asked: readonly Asked[]): Promise<readonly (Exchange | Error)[]>;
  /** How the target was seen to answer at the same time as other calls what it answers rightly alone. */
  atOnce(): AtOnce;
  /** As `send`, for what is merely observed: undefined when no answer comes, for no verdict depends on it. */
  tryOnce(call: Call, credentials: TokenName | Forgery): Promise<Exchange | undefined>;
  /**
   * What several checks look at, and a run does once: whoever comes first does it, with a session of its own. Its
   * replies are among those of each check that shares it.
   * @param make - known by its identity
   * @param looksAt - which of the exchanges the check looks at; all of them, where it is not said
   * @throws {Undecidable} to each of them, when it does.
   */
  share<Value>(
    make: (session: Session) => Promise<Value>,
    looksAt?: (shown: ShownExchange) => boolean,
  ): Promise<Value>;
  /** How much of what is random is tried, and where it begins. */
  readonly sampling: Sampling;
  /** A short text that no other run has, for names that must be new to the target. */
  readonly mark: string;
  /** Notes what the target does where the documents leave it free. */
  observe(observation: Observation): void;
  /**
   * The answers of the run so far that show the record of another client than the listed one that the member asked for,
   * whichever check asked.
   */
  recordsOfOthers(): readonly Exchange[];
  /** What public standards say against the answers of the run so far to an operation, whichever check asked. */
  advisedOf(operation: OperationId): readonly Advisory[];
  /** A UUID that nothing has; the same for the same label in every run of one seed. */
  unusedIdentifier(label: string): string;
}

/** Rightly, or at least once wrongly, or not at all. */
export type AtOnce = 'right' | 'wrong' | 'lost';

/** A call, and whose credentials it is sent with. */
export interface Asked {
  readonly call: Call;
  readonly credentials: TokenName | Forgery;
}

/** What is random in a run: the same sampling tries the same. */
export interface Sampling {
  /** Decides every identifier that a run makes up, and what it tries at random. */
  readonly seed: number;
  /** How many random values are tried of each kind. */
  readonly runs: number;
  /** Whether everything is tried that is known, whatever number of requests that takes. */
  readonly thorough: boolean;
  /** How often what was read is read again; at least once. */
  readonly repeat: number;
  /** The one value to try, as an earlier run named it. */
  readonly path?: string | undefined;
}

/** What a target does at one point that the documents leave free. */
export interface Observation {
  /** The register's row that leaves it free. */
  readonly requirement: string;
  /** What of it was observed, stable from run to run. */
  readonly subject: string;
  /** What was seen, in a form that does not vary with the data. */
  readonly value: string;
}
