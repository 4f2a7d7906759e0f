import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, SqliteDialect, type SqliteStatement } from 'kysely';
import { applicationId, claimFile } from './database-file.ts';
import { createTables, type Schema } from './schema.ts';

/**
 * Opens a SQLite file, or `:memory:`, and creates the tables that are missing.
 * @throws {Error} when the file is something else's; it is left as it is then
 */
export function openDatabase(file: string): Kysely<Schema> {
  if (file !== ':memory:') claimFile(file);
  const sqlite = new DatabaseSync(file, { timeout: 5_000 });
  try {
    // First, and so in the file itself: what follows may stand beside it for long.
    mark(sqlite);
    // Readers and a writer then do not wait for each other, and a commit does not wait for the disk.
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    sqlite.exec(createTables);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  return new Kysely<Schema>({
    dialect: new SqliteDialect({ database: { close: () => sqlite.close(), prepare: preparer(sqlite) } }),
  });
}

/** Says in the file whose it is. */
function mark(sqlite: DatabaseSync): void {
  const marked = sqlite.prepare('PRAGMA application_id').get()?.application_id;
  if (marked !== applicationId) sqlite.exec(`PRAGMA application_id = ${applicationId}`);
}

/** Each statement is prepared once: that costs more than to run it. */
function preparer(sqlite: DatabaseSync): (sql: string) => SqliteStatement {
  const prepared = new Map<string, SqliteStatement>();
  return (sql) => {
    const statement = prepared.get(sql) ?? prepare(sqlite, sql);
    prepared.set(sql, statement);
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
