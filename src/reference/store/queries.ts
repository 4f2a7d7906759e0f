import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** Runs the work in a transaction, or in the one that is already open. */
export async function inTransaction<T>(
  db: Kysely<Schema>,
  work: (db: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

/** Compares identifiers as RFC 9562 section 4 says: letter case does not matter when a UUID is read. */
export function sameId(column: 'cases.id' | 'clients.id', id: string): Expression<SqlBool> {
  return sql<SqlBool>`lower(${sql.ref(column)}) = ${id.toLowerCase()}`;
}

/** Splits rows so that no statement exceeds the number of parameters that a database takes. */
export function inChunks<T>(rows: readonly T[]): T[][] {
  const size = 1_000;
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );
}
