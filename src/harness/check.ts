import type { CaseType, OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import type { Blocker, Reason } from '../trace/gap.ts';
import type { Finding } from '../validation/finding.ts';
import type { Advisory, Observation, Sampling, Session } from './session.ts';
import type { Target } from './target.ts';

/** A part of the target's configuration that a check needs. */
export type Capability =
  | 'restricted token'
  | 'outsider token'
  | 'a case'
  | `a ${CaseType} case`
  | 'a foreign case'
  | 'a client'
  | 'writes'
  | 'creations';

/**
 * The phase of a run in which a check runs. Checks without a stage send their requests first. Then, in this order:
 * `again` for checks that repeat requests or look at such repetitions; `change` for checks that change listed
 * clients, one at a time; `beside` for checks that changes do not affect, which run concurrently with them;
 * `back` for checks that look back on all earlier answers.
 */
type Stage = 'again' | 'change' | 'beside' | 'back';

/** One statement to test, and the rule that judges it. The rule does not depend on what sent the exchanges. */
export interface RowOf<Item> {
  readonly id: string;
  /** One plain line that states its purpose. */
  readonly title: string;
  readonly operation: OperationId;
  /** The rows of the register that it tests; at least one. */
  readonly requirements: readonly string[];
  /** Judges items. Pure. */
  rule(items: readonly Item[], about: About): Iterable<Judgement>;
  /**
   * The item in an exchange of the operation that discovery or somebody else sent; undefined if the exchange does not
   * show what the rule looks at. Without this, the rule judges only what the probe of its check sends.
   */
  readonly itemOf?: (exchange: Exchange, origin: Origin) => Item | undefined;
}

export type Row = RowOf<unknown>;

/** How an exchange came about that was not sent by the probe of a check. */
export interface Origin {
  /** Discovery followed the list of cases, a pact was verified, or somebody else sent and recorded it. */
  readonly source: 'list of cases' | 'pact' | 'recording';
  /** The UUID of the case or client that was asked for, if any. */
  readonly id?: string | undefined;
  /** The type of the case, if the list shows one, or the case was set up with it. */
  readonly caseType?: CaseType | undefined;
  /** The row by which the request must be refused, if that is known. */
  readonly refusedBy?: string | undefined;
  /** Whether the body of the answer is missing from the recording. */
  readonly isWithoutBody?: boolean;
}

/**
 * One thing to test of a target: a probe that sends, and a rule that judges what came of it. It knows neither the
 * runner nor the report. The rule returns at least one judgement, unless the probe could not go on.
 */
export interface CheckOf<Item> extends RowOf<Item> {
  /** The capabilities that it requires of the target's configuration. */
  readonly needs: readonly Capability[];
  /** Whether the check is meaningful for this target. If not, the check is left out of the run. */
  readonly applies?: (target: Target) => boolean;
  /** Set if the check judges each record by itself. Each shard of a sweep then judges its own part of the cases. */
  readonly ofEachCase?: true;
  /** The phase in which it runs; by default the first one. */
  readonly stage?: Stage;
  /**
   * Sends, and never judges. It may look at earlier answers to decide what comes next. Throws `Undecidable` when it
   * cannot go on; what it yielded before is judged. Any other error is a fault of the suite.
   */
  readonly probe: Probe<Item>;
}

export type Check = CheckOf<unknown>;

export type Probe<Item> = (session: Session) => AsyncIterable<Item>;

export type Rule<Item> = (items: readonly Item[], about: About) => Iterable<Judgement>;

/** The facts that a rule may use in addition to the items of the probe. */
export interface About {
  readonly specification: Specification;
  readonly target: Target;
  readonly sampling: Sampling;
  /** Whether the rule also judges, one by one, exchanges of another origin. */
  readonly hasOtherOrigins: boolean;
  /** Whether the probe could not go on. */
  readonly isCutShort: boolean;
}

/** The conclusion that a check draws from one observation of the target. */
export type Judgement =
  | { readonly kind: 'held' }
  | { readonly kind: 'deviates'; readonly finding: Deviation }
  | {
      readonly kind: 'undecided';
      readonly reason: Reason;
      readonly message: string;
      /** The answers that keep it from being decided. */
      readonly blockedBy?: readonly Required<Blocker>[];
      /** A deviation that is still allowed: the request that needs it was sent only a moment ago. */
      readonly isPending?: true;
    }
  | { readonly kind: 'advises'; readonly advisory: Advisory }
  /** The behaviour of the target where the documents leave it free. It does not count for the verdict. */
  | { readonly kind: 'observes'; readonly observation: Observation };

export type Deviating = Extract<Judgement, { kind: 'deviates' }>;

/** The kind of a problem, without data of the target. */
export interface ProblemKind {
  /** The broken schema keyword, the class of a status such as `status 2xx`, or a word of the check. */
  readonly kind: string;
  /** What was tried or when, in the words of the message: `is a condition of SQL`, `again`. */
  readonly context?: string;
  /** The credentials of the request, if the problem is one of them. */
  readonly credentials?: string;
  /** What got past a guard. It begins a sentence: `A path with a doubled slash`. */
  readonly way?: string;
}

/** What was sent, as the subject of a sentence. */
export interface Subject {
  /** `A change of title` */
  readonly one: string;
  /** What this and others alike are, if that is less: `A change` */
  readonly any?: string;
}

/** One deviation of the target from one requirement. */
export interface Deviation extends Partial<ProblemKind>, Pick<Finding, 'allowed' | 'alike'> {
  /** A JSON pointer into the answer's body; empty for the whole answer. */
  readonly pointer: string;
  /** One plain sentence without its full stop. */
  readonly message: string;
  readonly subject?: Subject;
  readonly requirement: string;
  /** The number of the reply that shows it. */
  readonly reply: number;
  /** The number of the earlier exchange, such as a change, whose consequence the reply shows. */
  readonly causedBy?: number;
  /** The path to the random value that shows it. The path and the seed reproduce that value. */
  readonly path?: string;
  /** The smallest generated value that shows it. */
  readonly witness?: unknown;
}
