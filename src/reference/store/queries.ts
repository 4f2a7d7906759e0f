import {
  type CompiledQuery,
  type DialectAdapter,
  type Expression,
  type Kysely,
  PostgresAdapter,
  type SqlBool,
  sql,
} from 'kysely';
import type { Schema } from '../schema.ts';

/** Runs the work in a transaction, or in the one that is already open. */
export async function inTransaction<T>(
  db: Kysely<Schema>,
  work: (db: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

/** Resolves when the database has answered. */
export async function ping(db: Kysely<Schema>): Promise<void> {
  await sql`SELECT 1`.execute(db);
}

/**
 * A query that is built once for each kind of database, because building costs more than running.
 * @param build - the query with placeholder values; each call gives its own values in the same order
 */
export function builtOnce<Row>(build: (db: Kysely<Schema>) => { compile(): CompiledQuery<Row> }) {
  const built = new WeakMap<DialectAdapter, CompiledQuery<Row>>();
  return async (db: Kysely<Schema>, parameters: readonly unknown[]): Promise<readonly Row[]> => {
    const { adapter } = db.getExecutor();
    const query = built.get(adapter) ?? build(db).compile();
    built.set(adapter, query);
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

/**
 * Whether rows that are read to be changed must be locked one by one. SQLite has one writer at a time: its write
 * transactions wait for each other.
 */
export function locksRows(db: Pick<Kysely<Schema>, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** Whether a text column can hold the text. PostgreSQL refuses NUL even in a search. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Compares identifiers case-insensitively (RFC 9562 section 4). */
export function sameId(id: string): Expression<SqlBool> {
  return sql<SqlBool>`lower(id) = ${id.toLowerCase()}`;
}

// A text column cannot hold every JSON string (lone surrogates, and NUL on PostgreSQL), but it can hold its escaped
// form. An ordinary name is its own escaped form.
/** A sub-domain as it is stored: in lower case, since host names are case-insensitive, and escaped. */
export function subDomainColumn(subDomain: string): string {
  return JSON.stringify(subDomain.toLowerCase()).slice(1, -1);
}

/** Reverses the escapes of `subDomainColumn`. */
export function subDomainIn(column: string): string {
  return column.includes('\\') ? (JSON.parse(`"${column}"`) as string) : column;
}
