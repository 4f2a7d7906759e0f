/** Whom a difference affects. */
export type Audience = 'consumers' | 'providers';

/** What a difference means for those who stand on one side of the interface. */
export interface Effect {
  readonly verdict: EffectVerdict;
  /** One sentence. */
  readonly reason: string;
  /** What proves that it breaks them; there for each that does. */
  readonly witness?: Witness;
}

export type EffectVerdict = 'breaking' | 'compatible' | 'undecided';

/** An exchange that one description allows and the other does not. */
export interface Witness {
  readonly operation: string;
  /** Of the answer, where the difference is in one. */
  readonly status?: string;
  /** What stands for the part that differs: a body, the value of a parameter or of a header. */
  readonly body?: unknown;
  readonly acceptedBy: 'before' | 'after';
}

/** One difference of two descriptions. */
export interface DescriptionDifference {
  /** Such as `GET /api/v2/org`; undefined where it is of the whole description. */
  readonly operation: string | undefined;
  /** Such as `request body`, `response 200`, `parameter limit`. */
  readonly part: string;
  /** Into the body; `*` for any position in a list. */
  readonly pointer: string;
  /** A sentence in the reader's terms. */
  readonly message: string;
  /** Every place of the same change, the first of which the pointer names. */
  readonly places: readonly string[];
  /** The keyword of JSON Schema, or what of an operation it is about. */
  readonly keyword: string;
  readonly consumers: Effect;
  readonly providers: Effect;
}
