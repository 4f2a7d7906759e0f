import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, SqliteDialect, type SqliteStatement } from 'kysely';
import type { Schema } from './schema.ts';
import { createTables } from './tables.ts';

/** Opens a SQLite file, or `:memory:`, and creates the tables that are missing. */
export async function openDatabase(file: string): Promise<Kysely<Schema>> {
  const sqlite = new DatabaseSync(file, { timeout: 5_000 });
  const db = new Kysely<Schema>({
    dialect: new SqliteDialect({
      database: { close: () => sqlite.close(), prepare: preparer(sqlite) },
    }),
  });
  try {
    // Readers and a writer then do not wait for each other, and a commit does not wait for the disk.
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    await createTables(db);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  return db;
}

/** Each statement is prepared once: that costs more than to run it. What makes tables is run once, and not kept. */
function preparer(sqlite: DatabaseSync): (sql: string) => SqliteStatement {
  const prepared = new Map<string, SqliteStatement>();
  return (sql) => {
    const statement = prepared.get(sql) ?? prepare(sqlite, sql);
    if (/^(select|insert|update|delete|begin|commit)/.test(sql)) prepared.set(sql, statement);
    return statement;
  };
}

/** Gives a statement of `node:sqlite` the form that Kysely expects, which is the one of better-sqlite3. */
function prepare(sqlite: DatabaseSync, sql: string): SqliteStatement {
  // A transaction that reads before it writes would fail, and not wait, when another process writes in between.
  const statement = sqlite.prepare(sql === 'begin' ? 'begin immediate' : sql);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...bindable(parameters)),
    run: (parameters) => statement.run(...bindable(parameters)),
    iterate: (parameters) => statement.iterate(...bindable(parameters)),
  };
}

function bindable(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters as SQLInputValue[];
}
