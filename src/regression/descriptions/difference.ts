/** The parties that a difference affects. */
export type Audience = 'consumers' | 'providers';

/** The effect of a difference on one audience. */
export interface Effect {
  readonly verdict: EffectVerdict;
  /** One sentence. */
  readonly reason: string;
  /** The proof; present for each breaking effect. */
  readonly witness?: Witness;
}

export type EffectVerdict = 'breaking' | 'compatible' | 'undecided';

/** An exchange that one description allows and the other does not. */
export interface Witness {
  readonly operation: string;
  /** The status of the response, if the difference is in one. */
  readonly status?: string;
  /** The value of the part that differs: a body, a parameter or a header. */
  readonly body?: unknown;
  readonly acceptedBy: 'before' | 'after';
}

/** One difference between two descriptions. */
export interface DescriptionDifference {
  /** Such as `GET /api/v2/org`; undefined for the whole description. */
  readonly operation: string | undefined;
  /** Such as `request body`, `response 200`, `parameter limit`. */
  readonly part: string;
  /** Into the body, with `*` for any position in a list. */
  readonly pointer: string;
  /** A sentence in the reader's terms. */
  readonly message: string;
  /** All places of the same change. The pointer is that of the first one. */
  readonly places: readonly string[];
  /** The JSON Schema keyword, or the part of an operation that differs. */
  readonly keyword: string;
  readonly consumers: Effect;
  readonly providers: Effect;
}
