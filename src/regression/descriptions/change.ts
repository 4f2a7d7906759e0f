import type { Side } from './difference.ts';
import { type ArrayShape, hasUnhandled, isAnything, type ObjectShape, type Shape } from './shape.ts';

export type BothSides<One> = Readonly<Record<Side, One>>;

export type Step = MemberStep | ElementStep;

export interface MemberStep {
  readonly kind: 'member';
  readonly name: string;
  readonly holders: BothSides<ObjectShape>;
  /** Set if the object is one of several that a member such as `caseType` distinguishes. */
  readonly tag?: Tag | undefined;
}

export interface ElementStep {
  readonly kind: 'element';
  readonly index: number;
  readonly holders: BothSides<ArrayShape>;
}

export interface Tag {
  readonly name: string;
  readonly value: string;
}

/**
 * Whether one description accepts something that the other description refuses.
 * - `no`: no.
 * - `maybe`: perhaps; a witness must prove it.
 * - `unlisted`: only for names that were not listed, so it affects only those who already use such a name.
 * - `informs`: both accept the same values, but describe their use differently (`readOnly`).
 * - `policy`: only if a discriminator or a default is applied.
 */
export type Possibility = 'no' | 'maybe' | 'unlisted' | 'informs' | 'policy';

export function possibly(isPossible: boolean): Possibility {
  return isPossible ? 'maybe' : 'no';
}

export interface Change {
  readonly steps: readonly Step[];
  /** A key that is equal at all places where the changed schema is used. */
  readonly origin: string;
  readonly keyword: string;
  readonly listing?: 'added' | 'removed';
  readonly words: string;
  /** Whether the new description accepts values that the old description refuses. */
  readonly gains: Possibility;
  /** Whether the new description refuses values that the old description accepts. */
  readonly loses: Possibility;
  readonly shapes: BothSides<Shape>;
  readonly shown?: () => readonly unknown[];
}

export type Finding = Change | NestedFinding;

export interface NestedFinding {
  readonly step: Step;
  readonly pair: Pair;
  /** Replaces the keyword and words of a change of the member or element itself, but not of changes inside. */
  readonly as?: Partial<Pick<Change, 'keyword' | 'words'>>;
}

/** Two shapes that are compared, and the result so far. They count as equal until a difference is found. */
export interface Pair {
  readonly before: Shape;
  readonly after: Shape;
  readonly dependents: Set<Pair>;
  findings: readonly Finding[];
  differs: boolean;
  gains: boolean;
  loses: boolean;
  isQueued: boolean;
}

export type Pairs = (before: Shape, after: Shape) => Pair;

export function isNested(finding: Finding): finding is NestedFinding {
  return 'pair' in finding;
}

export function isPossible(finding: Finding, what: 'gains' | 'loses'): boolean {
  return isNested(finding) ? finding.pair[what] : finding[what] !== 'no';
}

/**
 * Adds the findings to the result, and returns whether the result changed. The flags of a result change only from
 * `false` to `true`, so the comparison of recursive schemas ends.
 */
export function extendResult(pair: Pair): boolean {
  const { findings, differs, gains, loses } = pair;
  const isCertain = certaintyOf(pair);
  const isFound = (what: 'gains' | 'loses'): boolean =>
    findings.some((one) => isPossible(one, what)) || (findings.length > 0 && !isCertain[what]);
  pair.differs ||= findings.length > 0;
  pair.gains ||= isFound('gains');
  pair.loses ||= isFound('loses');
  return differs !== pair.differs || gains !== pair.gains || loses !== pair.loses;
}

/**
 * Whether it is certain that the new shape accepts no more (`gains`) or no less (`loses`) than the old shape, if their
 * alternatives are equal. It accepts no more if the old shape has no unhandled keywords, and those of the new shape
 * only narrow it. `loses` is the reverse. Both are certain if the new shape accepts anything.
 */
export function certaintyOf({ before, after }: Pair): Readonly<Record<'gains' | 'loses', boolean>> {
  const isCertain = (less: Shape, more: Shape): boolean => !hasUnhandled(less) && more.isCovered;
  return {
    gains: isAnything(after) || isCertain(before, after),
    loses: isAnything(after) || isCertain(after, before),
  };
}
