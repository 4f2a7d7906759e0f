import type { CaseType, OperationId } from '../specification/description.ts';
import type { Advisory } from './advisory.ts';
import type { Session } from './session.ts';
import type { Target } from './target.ts';

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

/** What a check needs of the target's configuration. */
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
 * When a check runs, in this order: after those that ask for something first, those that ask `again`, or look at what
 * those do; those that `change` listed clients, one at a time; those to which that makes no difference, `beside` them;
 * and those that look `back` on what all others were answered.
 */
type Stage = 'again' | 'change' | 'beside' | 'back';

/** One thing to test of a target, as data: it knows no runner and no report. */
export interface Check {
  /** Stable: `operation.what`. */
  readonly id: string;
  /** Its purpose, one plain line. */
  readonly title: string;
  readonly operation: OperationId;
  /** The rows of the register that it tests; at least one. */
  readonly requirements: readonly string[];
  /** What of the target's configuration it cannot do without. */
  readonly needs: readonly Capability[];
  /** Whether the check has a meaning for this target; one that has none is no part of the run. */
  readonly applies?: (target: Target) => boolean;
  /** It judges each record by itself, so that in a sweep every shard judges its own part of the cases. */
  readonly ofEachCase?: true;
  /** When it runs; with those that ask for something first, where it is not said. */
  readonly stage?: Stage;
  /**
   * Judges the target. Yields at least one judgement; throws `Undecidable` when it cannot go on. Any other error is
   * a fault of the suite.
   * @param swept - what discovery judged for it, as it read what the list of cases leads to
   */
  readonly run: (session: Session, swept?: readonly Judgement[]) => AsyncIterable<Judgement>;
}

/** What one observation of the target means for the check. */
export type Judgement =
  | { readonly kind: 'held' }
  | { readonly kind: 'deviates'; readonly finding: Deviation }
  | {
      readonly kind: 'undecided';
      readonly reason: Reason;
      readonly message: string;
      /** It deviates, and may: whoever needs it has only just asked for it. */
      readonly isPending?: true;
    }
  | { readonly kind: 'advises'; readonly advisory: Advisory };

/** What was judged for a check before it is run. */
export interface SweptJudgement {
  /** The id of the check. */
  readonly check: string;
  readonly judgement: Judgement;
}

/** A judgement that the target deviates. */
export type Deviating = Extract<Judgement, { kind: 'deviates' }>;

/** One deviation of the target from one requirement. */
export interface Deviation {
  /** Where in the answer's body: a JSON pointer, empty for the answer as a whole. */
  readonly pointer: string;
  /** One plain sentence without its full stop. */
  readonly message: string;
  readonly requirement: string;
  /**
   * What is wrong there, in a word that holds no value: the keyword of the schema that is broken, or a word of the
   * check. With the place, it tells the deviation from others of the requirement; without it, the check does.
   */
  readonly kind?: string;
  /** The number of the reply that shows it. */
  readonly reply: number;
  /** Where a random value shows it: the path to that value, which together with the seed makes it again. */
  readonly path?: string;
  /** The smallest value that was found to show it, where one was made up for it. */
  readonly witness?: unknown;
}

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
