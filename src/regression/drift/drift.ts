/** A comparison of a deployment's own description with the agreed one, and with its answers. */
export type Drift =
  /** The served description agrees with the agreed one. */
  | ({ readonly state: 'none' } & Contradicting)
  | ({
      readonly state: 'differs';
      /** A digest of all differences. */
      readonly digest: string;
      /** The number of all differences. */
      readonly count: number;
      /** The first differences, ordered by operation and place. */
      readonly differences: readonly DriftDifference[];
    } & Contradicting)
  | { readonly state: 'not-compared'; readonly reason: NotCompared };

/**
 * Why a served description was not compared: it is not self-contained OpenAPI 3.0, 3.1 or 3.2, or it took too much time
 * or memory.
 */
export type NotCompared = 'not-usable' | 'too-costly';

interface Contradicting {
  /** Fingerprints of the deviations at places where the deployment's own description agrees with the agreed one. */
  readonly contradicting: readonly string[];
}

/** One difference of the served description from the agreed one, without words that the target chose. */
export interface DriftDifference {
  /** Such as `GET /api/v2/org`; absent for the whole description. */
  readonly operation?: string | undefined;
  /** Such as `response 200`, `request body`. */
  readonly part: string;
  /** Into the body, with `*` for any position in a list. */
  readonly pointer: string;
  /** The JSON Schema keyword, or the part of an operation that differs. */
  readonly keyword: string;
  /** Evidence from the answers at this place. The verdict follows from it. */
  readonly seen: SeenOfPlace;
  readonly verdict: DriftVerdict;
}

/** Evidence about a place from the answers of a run; for a sharded run, from all shards. */
export interface SeenOfPlace {
  readonly isShown: boolean;
  readonly isRefusedByAgreed: boolean;
  readonly isRefusedByServed: boolean;
}

/** Which description the answers of the run follow. */
export type DriftVerdict =
  /** The answers follow the agreed description. */
  | 'document-wrong'
  /** The answers follow the served description and deviate from the agreed one. */
  | 'deployment-wrong'
  /** The answers follow neither. */
  | 'both-differ'
  /** No answer shows the place. */
  | 'not-shown';

/** An answer of the run with a JSON body. */
export interface GivenAnswer {
  /** As in the agreed description, such as `GET /api/v2/org`. */
  readonly operation: string;
  readonly status: number;
  readonly text: string;
}

/** A deviation of an answer's body from the agreed description. */
export interface PlacedFinding {
  readonly fingerprint: string;
  /** As in the agreed description. */
  readonly operation: string;
  readonly status: number;
  readonly pointer: string;
}

/** A difference as one line; the same for the same difference. */
export function driftLine({
  operation,
  part,
  pointer,
  keyword,
}: Omit<DriftDifference, 'verdict' | 'seen'>): string {
  return `${[operation, part, pointer].filter((one) => one !== undefined && one !== '').join(', ')}: ${keyword}`;
}
