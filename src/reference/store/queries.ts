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
 * A query that is built once for each kind of database: building costs more than running it.
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
 * Whether rows that are read to be changed are locked one by one. SQLite has one writer at a time: its write
 * transactions wait for each other.
 */
export function locksRows(db: Kysely<Schema>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** Whether a text column can hold the text. PostgreSQL refuses NUL even in a search. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Compares identifiers case-insensitively (RFC 9562 section 4). */
export function sameId(column: 'cases.id' | 'clients.id', id: string): Expression<SqlBool> {
  return sql<SqlBool>`lower(${sql.ref(column)}) = ${id.toLowerCase()}`;
}

/** Rows per statement: databases limit the number of parameters. */
const rowsAtOnce = 512;

/**
 * Inserts any number of rows with statements of 512 rows, 256, and so on down to one. Each statement is built once.
 * @param insert - the statement that inserts these rows
 */
export function insertion<Row extends Readonly<Record<string, unknown>>>(
  columns: readonly (keyof Row & string)[],
  insert: (db: Kysely<Schema>, rows: Row[]) => { compile(): CompiledQuery },
) {
  const statements = new Map<number, ReturnType<typeof builtOnce>>();
  const statementOf = (count: number) => {
    const blank = Object.fromEntries(columns.map((column) => [column, ''])) as Row;
    const statement = statements.get(count) ?? builtOnce((db) => insert(db, Array(count).fill(blank)));
    statements.set(count, statement);
    return statement;
  };
  return async (db: Kysely<Schema>, rows: readonly Row[]): Promise<void> => {
    for (let start = 0; start < rows.length; ) {
      const count = Math.min(rowsAtOnce, 2 ** Math.floor(Math.log2(rows.length - start)));
      const chunk = rows.slice(start, start + count);
      await statementOf(count)(
        db,
        chunk.flatMap((row) => columns.map((column) => row[column])),
      );
      start += count;
    }
  };
}
