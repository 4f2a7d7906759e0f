import type { ArrayShape, ObjectShape, Shape } from './shape.ts';

/** The old description and the new one. */
export type Side = 'before' | 'after';

/** What holds a place, as each description has it; one of the two may have none. */
export interface Holders<Holder> {
  readonly before: Holder | undefined;
  readonly after: Holder | undefined;
}

/** One step from a body to a place in it. */
export type Step = MemberStep | ElementStep;

export interface MemberStep {
  readonly kind: 'member';
  readonly name: string;
  readonly holders: Holders<ObjectShape>;
  /** What the holder says of itself, where it is one of several that are told apart so. */
  readonly tag?: Tag | undefined;
}

export interface ElementStep {
  readonly kind: 'element';
  readonly index: number;
  readonly holders: Holders<ArrayShape>;
}

/** The member that tells objects apart, and its value. */
export interface Tag {
  readonly name: string;
  readonly value: string;
}

/**
 * Whether one description accepts what the other refuses: surely not; perhaps, which a value would prove; only where
 * somebody already uses a name that was nobody's; or not, but it says otherwise what is done with a value.
 */
export type Possibility = 'no' | 'maybe' | 'unlisted' | 'informs';

/** One difference between what two descriptions accept at a place. */
export interface Change {
  readonly steps: readonly Step[];
  /** The same for one change of a schema that is used at several places. */
  readonly origin: string;
  /** The keyword of JSON Schema that it is about. */
  readonly keyword: string;
  /** Continues the name of the place. */
  readonly words: string;
  /** Whether the new description accepts more. */
  readonly gains: Possibility;
  /** Whether it accepts less. */
  readonly loses: Possibility;
  /** What stands at the place; undefined where a description has nothing there. */
  readonly shapes: Holders<Shape>;
  /** Values that are known to show it. */
  readonly shown?: readonly unknown[];
  /** What it sums up; each alone may show it. */
  readonly parts?: () => readonly Change[];
}
