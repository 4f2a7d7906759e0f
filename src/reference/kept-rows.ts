import type { CompiledQuery } from 'kysely';

/** The rows of a query, with the version of the data. */
export interface VersionedRows {
  readonly version: string;
  readonly rows: readonly unknown[];
}

/** A cache of rows, valid as long as the data has the same version. */
export interface KeptRows {
  readonly get: (query: CompiledQuery) => VersionedRows | undefined;
  readonly set: (query: CompiledQuery, read: VersionedRows) => void;
}

const keptAtMost = 1_000;
/** In characters or bytes: the whole cache then stays below 64 MB. */
const largestKept = 64_000;

/** Caches single rows of the latest queries. Lists and large records are read again. */
export function keepRows(): KeptRows {
  const kept = new Map<string, VersionedRows>();
  return {
    get: (query) => kept.get(keyOf(query)),
    set: (query, read) => {
      const key = keyOf(query);
      kept.delete(key);
      if (read.rows.length !== 1 || sizeOf(read.rows[0]) > largestKept) return;
      kept.set(key, read);
      const [oldest] = kept.keys();
      if (kept.size > keptAtMost && oldest !== undefined) kept.delete(oldest);
    },
  };
}

function sizeOf(row: unknown): number {
  const values = Object.values(row as object) as unknown[];
  return values
    .map((value) => (typeof value === 'string' || value instanceof Uint8Array ? value.length : 0))
    .reduce((one, other) => one + other, 0);
}

function keyOf({ sql, parameters }: CompiledQuery): string {
  return JSON.stringify([sql, ...parameters]);
}

export function isReading({ query }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode';
}
