import type { CompiledQuery } from 'kysely';

/** The rows of a query, with the version of the data that they are of. */
export interface VersionedRows {
  readonly version: string;
  readonly rows: readonly unknown[];
}

/** What was read of a database, to be shown again as long as the data is of the same version. */
export interface KeptRows {
  readonly get: (query: CompiledQuery) => VersionedRows | undefined;
  readonly set: (query: CompiledQuery, read: VersionedRows) => void;
}

const keptAtMost = 1_000;

/** Keeps what was read of a single row, of so many queries: a list may be long, and is asked for less often. */
export function keepRows(): KeptRows {
  const kept = new Map<string, VersionedRows>();
  return {
    get: (query) => kept.get(keyOf(query)),
    set: (query, read) => {
      if (read.rows.length !== 1) return;
      if (kept.size >= keptAtMost) kept.clear();
      kept.set(keyOf(query), read);
    },
  };
}

function keyOf({ sql, parameters }: CompiledQuery): string {
  return JSON.stringify([sql, ...parameters]);
}

/** Whether a query reads, and changes nothing. */
export function isReading({ query }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode';
}
