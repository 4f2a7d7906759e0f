import type { Call } from '../api/calls.ts';
import type { JsonBody } from '../http/json.ts';
import type { Specification } from '../specification/specification.ts';
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
  send(call: Call, credentials: TokenName | Forgery): Promise<Reply>;
  /**
   * The answer to a call of a token, sent once in a run however often it is asked for: for reads, and for controls.
   * @throws {Undecidable} as `send` does.
   */
  sendOnce(call: Call, token: TokenName): Promise<Reply>;
  /** As `send`, for what is merely observed: undefined when no answer comes, for no verdict depends on it. */
  tryOnce(call: Call, credentials: TokenName | Forgery): Promise<Reply | undefined>;
  /**
   * What several checks look at, and a run does once: whoever comes first does it, with a session of its own. Its
   * replies are among those of each check that shares it.
   * @param make - known by its identity
   * @throws {Undecidable} to each of them, when it does.
   */
  share<Value>(make: (session: Session) => Promise<Value>): Promise<Value>;
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
  recordsOfOthers(): readonly Reply[];
  /** A UUID that nothing has; the same for the same label in every run of one seed. */
  unusedIdentifier(label: string): string;
}

/** What is random in a run: the same sampling tries the same. */
export interface Sampling {
  /** Decides every identifier that a run makes up, and what it tries at random. */
  readonly seed: number;
  /** How many random values are tried of each kind. */
  readonly runs: number;
  /** The one value to try, as an earlier run named it. */
  readonly path?: string | undefined;
}

/** An answer, and its number among the replies of the run. */
export interface Reply {
  readonly number: number;
  readonly call: Call;
  /** Whose credentials were sent, or what in their place. */
  readonly credentials: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonBody;
  readonly text: string;
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
