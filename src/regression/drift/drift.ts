/**
 * The result of comparing the description that a deployment serves with the agreed description and with the
 * deployment's answers.
 */
export type Drift =
  /** The served description equals the agreed one in everything that is compared. */
  | ({ readonly state: 'none' } & Contradicting)
  | ({
      readonly state: 'differs';
      /** A digest of all differences, by which the same drift is recognised. */
      readonly digest: string;
      /** The number of all differences. `differences` has only the first. */
      readonly count: number;
      /** The first differences, ordered by operation and place. */
      readonly differences: readonly DriftDifference[];
    } & Contradicting)
  | { readonly state: 'not-compared'; readonly reason: NotCompared };

/**
 * Why a served description was not compared. `not-usable`: it is not self-contained OpenAPI 3.0, 3.1 or 3.2.
 * `too-costly`: the comparison needed too much time or memory.
 */
export type NotCompared = 'not-usable' | 'too-costly';

interface Contradicting {
  /**
   * Fingerprints of deviations at places where both descriptions agree: the deployment contradicts the description that
   * it serves.
   */
  readonly contradicting: readonly string[];
}

/** A difference between the served description and the agreed description, without words that the target chose. */
export interface DriftDifference {
  /** For example `GET /api/v2/org`. Absent if the difference concerns the whole description. */
  readonly operation?: string | undefined;
  /** For example `response 200` or `request body`. */
  readonly part: string;
  /** A pointer into the body, with `*` for any array index. */
  readonly pointer: string;
  /** The JSON Schema keyword that differs, or the member of the operation. */
  readonly keyword: string;
  /** How the served description differs. Absent in reports of earlier versions. */
  readonly change?: DriftChange;
  readonly seen: PlaceEvidence;
  readonly verdict: DriftVerdict;
}

export type DriftChange = 'added' | 'removed' | 'narrowed' | 'widened' | 'changed' | 'required' | 'optional';

/** What all answers of a run, including all shards, show of a place. */
export interface PlaceEvidence {
  readonly isShown: boolean;
  readonly isRefusedByAgreed: boolean;
  readonly isRefusedByServed: boolean;
}

/** Which description the answers of the run follow. `document-wrong`: the agreed description. */
export type DriftVerdict =
  | 'document-wrong'
  /** The answers follow the served description, and deviate from the agreed description. */
  | 'deployment-wrong'
  /** The answers follow neither description. */
  | 'both-differ'
  /** No answer shows the place. */
  | 'not-shown';

/** An answer of the run with a JSON body. */
export interface GivenAnswer {
  /** The name in the agreed description, such as `GET /api/v2/org`. */
  readonly operation: string;
  readonly status: number;
  readonly text: string;
}

/** A deviation of an answer's body from the agreed description. */
export interface PlacedFinding {
  readonly fingerprint: string;
  /** The name in the agreed description, such as `GET /api/v2/org`. */
  readonly operation: string;
  readonly status: number;
  readonly pointer: string;
}

export function driftLine({
  operation,
  part,
  pointer,
  keyword,
}: Pick<DriftDifference, 'operation' | 'part' | 'pointer' | 'keyword'>): string {
  return `${[operation, part, pointer].filter((one) => one !== undefined && one !== '').join(', ')}: ${keyword}`;
}
