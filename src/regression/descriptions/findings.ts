import type { Change, Step } from './change.ts';
import type { Shape } from './shape.ts';

/** A difference between two shapes at their own place, or below it. */
export type Finding = OwnChange | Deeper;

export interface OwnChange extends Omit<Change, 'parts'> {
  /** The changes that this one summarises. */
  readonly parts?: readonly Finding[];
}

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

export function isOwn(finding: Finding): finding is OwnChange {
  return !isDeeper(finding);
}

export function isPossible(finding: Finding, what: 'gains' | 'loses'): boolean {
  return isDeeper(finding) ? finding.pair[what] : finding[what] !== 'no';
}
