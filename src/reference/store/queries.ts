import { setTimeout } from 'node:timers/promises';
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

/** Calls `work` in the open transaction, or else in a new one. */
export async function inTransaction<T>(
  db: Kysely<Schema>,
  work: (db: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

export async function ping(db: Kysely<Schema>): Promise<void> {
  await sql`SELECT 1`.execute(db);
}

/**
 * A query that is built once for each kind of database, since building it costs more than running it.
 * @param build - the query with placeholder values; each call passes its values in the same order
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
 * Whether rows that are read in order to change them must be locked. Needed in PostgreSQL. In SQLite, transactions that
 * write wait for each other.
 */
export function locksRows(db: Pick<Kysely<Schema>, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** The key of the only advisory lock in the database: any number. */
const lockKey = 0x43435249;

/**
 * Waits until no other transaction has the database's lock, and takes it until this transaction ends. Polls, since a
 * statement that waits for a lock would be cancelled by its timeout. SQLite needs no such lock.
 */
export async function waitForLock(transaction: Kysely<Schema>): Promise<void> {
  if (!locksRows(transaction)) return;
  const attempt = sql<{ taken: boolean }>`SELECT pg_try_advisory_xact_lock(${lockKey}) AS taken`;
  while ((await attempt.execute(transaction)).rows[0]?.taken !== true) await setTimeout(20);
}

/** Whether a text can be stored or searched for. PostgreSQL refuses NUL even as a search value. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** A condition that compares identifiers case-insensitively (RFC 9562, section 4). */
export function sameId(id: string): Expression<SqlBool> {
  return sql<SqlBool>`lower(id) = ${id.toLowerCase()}`;
}

/**
 * A sub-domain as it is stored: in lower case, since host names are case-insensitive, and with JSON escapes, since a
 * text column cannot hold every string (no lone surrogates, and on PostgreSQL no NUL).
 */
export function subDomainColumn(subDomain: string): string {
  return JSON.stringify(subDomain.toLowerCase()).slice(1, -1);
}

export function subDomainIn(column: string): string {
  return column.includes('\\') ? (JSON.parse(`"${column}"`) as string) : column;
}
