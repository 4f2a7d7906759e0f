import type { CaseType, OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import type { Blocker, Reason } from '../trace/gap.ts';
import type { Deviation } from './deviation.ts';
import type { Observation, Session } from './session.ts';
import type { Target } from './target.ts';

/** A part of the target's configuration that a check may need. */
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
 * The phase of a run in which a check runs, in this order; before them, checks without a stage. `repeat`:
 * checks that repeat requests or look at repetitions. `change`: checks that change listed clients, one at a
 * time. `during changes`: checks that run concurrently with these, since changes do not affect them. `last`:
 * checks that look at all earlier answers.
 */
type Stage = 'repeat' | 'change' | 'during changes' | 'last';

/**
 * One thing to test, and the rule that judges exchanges. Anybody may have sent the exchanges: a probe,
 * `verify` or a recorded client.
 */
export interface RowOf<Item> {
  readonly id: string;
  /** The purpose of the check in one plain line. */
  readonly title: string;
  readonly operation: OperationId;
  /** The rows of the register that are tested; at least one. */
  readonly requirements: readonly string[];
  /** Set if the rule judges only records of this case type. */
  readonly caseType?: CaseType;
  /** Set if the seed chooses which values the probe sends. */
  readonly isSeeded?: true;
  /** Judges the items. Pure. */
  rule(items: readonly Item[], about: About): Iterable<Judgement>;
  /**
   * The item in an exchange that the check's own probe did not send, for example one of discovery or of a recording.
   * Undefined if the rule cannot judge that exchange. Not set if the rule judges only exchanges of the probe.
   */
  readonly itemOf?: (exchange: Exchange, origin: Origin) => Item | undefined;
}

export type Row = RowOf<unknown>;

/** The origin of an exchange that the check's own probe did not send. */
export interface Origin {
  /**
   * `list of cases`: discovery, which follows the list. `pact`: `verify`, which sends a pact's request. `recording`: a
   * recorded client, or what is judged like one.
   */
  readonly source: 'list of cases' | 'pact' | 'recording';
  readonly id?: string | undefined;
  readonly caseType?: CaseType | undefined;
  /** The row that requires the refusal of the request, if known. */
  readonly refusedBy?: string | undefined;
  readonly isWithoutBody?: boolean;
}

/**
 * A check: a probe that sends requests, and a rule that judges the items that the probe yields. Neither knows
 * the runner or the report. The rule returns at least one judgement, unless the probe ended early.
 */
export interface CheckOf<Item> extends RowOf<Item> {
  readonly needs: readonly Capability[];
  /** Whether the check is meaningful for this target. If not, the check is left out of the run. */
  readonly applies?: (target: Target) => boolean;
  /** Set if the check judges each record by itself. Each shard of a sweep then judges its own part of the cases. */
  readonly ofEachCase?: true;
  readonly stage?: Stage;
  /**
   * Sends requests and yields items; never judges. Earlier answers may decide what comes next. Throws
   * `Undecidable` to end early; the items so far are judged. Any other error is a bug of the suite.
   */
  readonly probe: Probe<Item>;
}

export type Check = CheckOf<unknown>;

export type Probe<Item> = (session: Session) => AsyncIterable<Item>;

export type Rule<Item> = (items: readonly Item[], about: About) => Iterable<Judgement>;

/** Facts that a rule may use in addition to the items. */
export interface About {
  readonly specification: Specification;
  readonly target: Target;
  /**
   * Whether the rule is also called for exchanges of discovery, a pact or a recording. Each call may then return no
   * judgement.
   */
  readonly hasOtherOrigins: boolean;
  readonly isCutShort: boolean;
}

export type Judgement =
  /**
   * The requirement is met. `pointer` is set for a place that a change could have altered wrongly, but did
   * not.
   */
  | { readonly kind: 'held'; readonly pointer?: string; readonly reply?: number }
  | { readonly kind: 'deviates'; readonly finding: Deviation }
  | {
      readonly kind: 'undecided';
      readonly reason: Reason;
      readonly message: string;
      /** See `Advice`. */
      readonly about?: string | undefined;
      readonly alternative?: string | undefined;
      readonly blockedBy?: readonly Required<Blocker>[];
      /** Set for a deviation in a pending interaction of a pact, which must not fail the provider. */
      readonly isPending?: true;
    }
  /** A deviation from a public standard where the documents say nothing. Does not affect the verdict. */
  | { readonly kind: 'advises'; readonly finding: Deviation }
  /** The behaviour of the target where the documents leave it open. Does not affect the verdict. */
  | { readonly kind: 'observes'; readonly observation: Observation };

export type Deviating = Extract<Judgement, { kind: 'deviates' }>;

type Defaults = 'operation' | 'needs';

/** A check whose operation is the beginning of its id. Its needs are empty by default. */
export type StatedCheck<Item> = Omit<CheckOf<Item>, Defaults | 'id'> &
  Partial<Pick<CheckOf<Item>, Defaults>> & { readonly id: `${OperationId}.${string}` };

/** Completes a check. `Item` is the type that its probe yields and its rule judges. */
export function checkOf<Item>(check: CheckOf<Item> | StatedCheck<Item>): Check {
  return { operation: operationIn(check.id), needs: [], ...check };
}

/** Completes a row, which has a rule but, unlike a check, no probe. Its operation is the beginning of its id. */
export function rowOf<Item>(row: Omit<RowOf<Item>, 'operation'>): Row {
  return { operation: operationIn(row.id), ...row };
}

function operationIn(id: string): OperationId {
  return id.split('.', 1)[0] as OperationId;
}

export function ofEachItem<Item>(judge: (item: Item, about: About) => Iterable<Judgement>): Rule<Item> {
  return (items, about) => items.flatMap((item) => [...judge(item, about)]);
}

/** The rule for a probe that already yields judgements, because they decide what it sends next. */
export const asJudged: Rule<Judgement> = (judgements) => judgements;
