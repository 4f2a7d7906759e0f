/** What a deployment's own description is beside the agreed one, and what its answers say to that. */
export type Drift =
  /** The served description says what was agreed. */
  | ({ readonly state: 'none' } & Contradicting)
  | ({
      readonly state: 'differs';
      /** Of all that differs: it changes when that does. */
      readonly digest: string;
      /** How many differences there are. */
      readonly count: number;
      /** The first of them, in the order of their operations and places. */
      readonly differences: readonly DriftDifference[];
    } & Contradicting)
  | { readonly state: 'not-compared'; readonly reason: NotCompared };

/**
 * Why a served description was not compared: it is no OpenAPI 3.0 or 3.1 that leads to nothing else, or it took too
 * much time or memory.
 */
export type NotCompared = 'not-usable' | 'too-costly';

interface Contradicting {
  /** The fingerprints of the deviations of which the deployment's own description says as agreed. */
  readonly contradicting: readonly string[];
}

/** One difference of the served description from the agreed one, without words that the target chose. */
export interface DriftDifference {
  /** Such as `GET /api/v2/org`; absent where it is of the whole description. */
  readonly operation?: string | undefined;
  /** Such as `response 200`, `request body`. */
  readonly part: string;
  /** Into the body; `*` for any position in a list. */
  readonly pointer: string;
  /** The keyword of JSON Schema, or what of an operation it is about. */
  readonly keyword: string;
  /** What the answers show of the place, from which the verdict follows. */
  readonly seen: SeenOfPlace;
  readonly verdict: DriftVerdict;
}

/** What the answers of a run show of a place; of the shards of a run, what any of them shows. */
export interface SeenOfPlace {
  readonly isShown: boolean;
  readonly isRefusedByAgreed: boolean;
  readonly isRefusedByServed: boolean;
}

/** What the answers of the run show of a difference. */
export type DriftVerdict =
  /** They keep to what was agreed. */
  | 'document-wrong'
  /** They deviate from what was agreed, as the served description says. */
  | 'deployment-wrong'
  /** They keep to neither. */
  | 'both-differ'
  /** None shows the place. */
  | 'not-shown';

/** An answer of the run, whose body is JSON. */
export interface GivenAnswer {
  /** As the agreed description has it, such as `GET /api/v2/org`. */
  readonly operation: string;
  readonly status: number;
  readonly text: string;
}

/** A deviation of an answer's body from the agreed description. */
export interface PlacedFinding {
  readonly fingerprint: string;
  /** As the agreed description has it. */
  readonly operation: string;
  readonly status: number;
  readonly pointer: string;
}

/** A difference as one line: the same for the same difference. */
export function driftLine({
  operation,
  part,
  pointer,
  keyword,
}: Omit<DriftDifference, 'verdict' | 'seen'>): string {
  return `${[operation, part, pointer].filter((one) => one !== undefined && one !== '').join(', ')}: ${keyword}`;
}
