import type { CaseType, OperationId } from '../specification/description.ts';
import type { Reason } from '../trace/gap.ts';
import type { Advisory } from './advisory.ts';
import type { Session } from './session.ts';
import type { Target } from './target.ts';

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
