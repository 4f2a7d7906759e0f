import type { Side } from './difference.ts';
import { type ArrayShape, hasUnhandled, isAnything, type ObjectShape, type Shape } from './shape.ts';

/** Something in each of the two descriptions. */
export type BothSides<One> = Readonly<Record<Side, One>>;

/** One step from a body to a place in it. */
export type Step = MemberStep | ElementStep;

export interface MemberStep {
  readonly kind: 'member';
  readonly name: string;
  /** The objects around the place. */
  readonly holders: BothSides<ObjectShape>;
  /** The tag of the object, if tags distinguish it from alternatives. */
  readonly tag?: Tag | undefined;
}

export interface ElementStep {
  readonly kind: 'element';
  readonly index: number;
  readonly holders: BothSides<ArrayShape>;
}

/** The member that distinguishes objects, and its value. */
export interface Tag {
  readonly name: string;
  readonly value: string;
}

/**
 * Whether one description accepts something that the other refuses: `no`; `maybe`, for a value to prove; `unlisted`,
 * only for somebody who already uses a name that was not listed; `informs`, when it accepts the same but describes the
 * value's treatment differently; `policy`, when only a discriminator or a default does.
 */
export type Possibility = 'no' | 'maybe' | 'unlisted' | 'informs' | 'policy';

export function possibly(isPossible: boolean): Possibility {
  return isPossible ? 'maybe' : 'no';
}

/** One difference between what two descriptions accept at a place. */
export interface Change {
  readonly steps: readonly Step[];
  /** Identifies one change of a schema that is used at several places. */
  readonly origin: string;
  /** The JSON Schema keyword of the change. */
  readonly keyword: string;
  /** Whether a member is newly described, or not described any more. */
  readonly listing?: 'added' | 'removed';
  /** Continues a sentence that begins with the name of the place. */
  readonly words: string;
  /** Whether the new description accepts more. */
  readonly gains: Possibility;
  /** Whether the new description accepts less. */
  readonly loses: Possibility;
  /** The shapes at the place. */
  readonly shapes: BothSides<Shape>;
  /** Values that are likely to show the change. */
  readonly shown?: () => readonly unknown[];
}

/** A difference between two shapes at their own place, or below it. */
export type Finding = Change | Deeper;

/** A difference one step further down. */
export interface Deeper {
  readonly step: Step;
  readonly pair: Pair;
  /** How a difference at the pair's own place is reported. */
  readonly as?: Partial<Pick<Change, 'keyword' | 'words'>>;
}

/** Two shapes under comparison, and the result so far. They count as equal until a difference is found. */
export interface Pair {
  readonly before: Shape;
  readonly after: Shape;
  /** The pairs whose findings depend on this pair. */
  readonly dependents: Set<Pair>;
  findings: readonly Finding[];
  differs: boolean;
  gains: boolean;
  loses: boolean;
  isQueued: boolean;
}

export type Pairs = (before: Shape, after: Shape) => Pair;

export function isDeeper(finding: Finding): finding is Deeper {
  return 'pair' in finding;
}

export function isOwn(finding: Finding): finding is Change {
  return !isDeeper(finding);
}

export function isPossible(finding: Finding, what: 'gains' | 'loses'): boolean {
  return isDeeper(finding) ? finding.pair[what] : finding[what] !== 'no';
}

/** Adds a pair's findings to its result. The result only grows, so a comparison terminates. */
export function hasGrown(pair: Pair): boolean {
  const { findings, differs, gains, loses } = pair;
  const isSure = surenessOf(pair);
  const isFound = (what: 'gains' | 'loses'): boolean =>
    findings.some((one) => isPossible(one, what)) || (findings.length > 0 && !isSure[what]);
  pair.differs ||= findings.length > 0;
  pair.gains ||= isFound('gains');
  pair.loses ||= isFound('loses');
  return differs !== pair.differs || gains !== pair.gains || loses !== pair.loses;
}

/**
 * Whether a comparison is certain that one shape accepts no more, or no less, than the other. Next to or below an
 * unhandled keyword it is not, unless the shape that would accept less has none and those of the other only narrow it.
 * When the new shape accepts anything, the old one does not matter.
 */
export function surenessOf({ before, after }: Pair): Readonly<Record<'gains' | 'loses', boolean>> {
  const isSure = (less: Shape, more: Shape): boolean => !hasUnhandled(less) && more.isCovered;
  return {
    gains: isAnything(after) || isSure(before, after),
    loses: isAnything(after) || isSure(after, before),
  };
}
