import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Kysely, SqliteDialect, type SqliteStatement } from 'kysely';
import { unavailable } from './errors.ts';
import type { Schema } from './schema.ts';

/**
 * Opens a SQLite file, or `:memory:`.
 * @throws {Error} when the file belongs to another application; it is left unchanged
 */
export function openSqlite(file: string): Kysely<Schema> {
  if (file !== ':memory:') claimFile(file);
  const sqlite = new DatabaseSync(file, { timeout: 5_000 });
  const isInPlace = file === ':memory:' ? () => true : placeOf(file);
  try {
    // First, so the mark is in the file itself: later changes may stay in the WAL file for long.
    mark(sqlite);
    // With WAL, readers and a writer do not block each other. With FULL, answered changes survive a power failure.
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  } catch (error) {
    sqlite.close();
    throw error;
  }
  const prepared = new Map<string, SqliteStatement>();
  const database = {
    close: () => sqlite.close(),
    // Preparing a statement costs more than running it.
    prepare: (text: string) => {
      if (text !== 'rollback' && !isInPlace())
        throw unavailable(new Error(`${file} is gone, or another file.`), 'SQLITE_READONLY_DBMOVED');
      const statement = prepared.get(text) ?? prepare(sqlite, text);
      prepared.set(text, statement);
      return statement;
    },
  };
  return new Kysely({ dialect: new SqliteDialect({ database }) });
}

/** Adapts a statement of `node:sqlite` to Kysely, which expects that of better-sqlite3. */
function prepare(sqlite: DatabaseSync, text: string): SqliteStatement {
  // A deferred transaction that reads before it writes would fail instead of waiting when another process writes in
  // between.
  const statement = available(() => sqlite.prepare(text === 'begin' ? 'begin immediate' : text));
  const isReader = statement.columns().length > 0;
  return {
    reader: isReader,
    all: (parameters) => available(() => statement.all(...bindable(parameters))),
    run: (parameters) => {
      // SQLite ends the transaction by itself after some failures, such as a full disk.
      if (text === 'rollback' && !sqlite.isTransaction) return { changes: 0, lastInsertRowid: 0 };
      return available(() => statement.run(...bindable(parameters)));
    },
    iterate: (parameters) => statement.iterate(...bindable(parameters)),
  };
}

function bindable(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters as SQLInputValue[];
}

/** Temporary failures by their result code. */
const temporary: ReadonlyMap<number, string> = new Map([
  [5, 'SQLITE_BUSY'],
  [6, 'SQLITE_LOCKED'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
]);

/** Distinguishes a failing database (503) from a wrong statement. */
function available<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const { errcode = 0 } = error as { errcode?: number };
    // The higher bytes only add detail (extended result codes).
    const code = temporary.get(errcode & 0xff);
    throw code === undefined ? error : unavailable(error as Error, code);
  }
}

/** Whether the file is still the one that is there now. SQLite would go on writing to a deleted one. */
function placeOf(file: string): () => boolean {
  const { dev, ino } = statSync(file);
  return () => {
    const now = statSync(file, { throwIfNoEntry: false });
    return now?.dev === dev && now.ino === ino;
  };
}

/** Marks our files in their header: "CCRI" (PRAGMA application_id). */
const applicationId = 0x43435249;

/** Marks the file as ours. */
function mark(sqlite: DatabaseSync): void {
  if (markOf(sqlite) !== applicationId) sqlite.exec(`PRAGMA application_id = ${applicationId}`);
}

function markOf(sqlite: DatabaseSync): unknown {
  return sqlite.prepare('PRAGMA application_id').get()?.application_id;
}

/**
 * Creates the file, readable by its user only, if it does not exist. An existing file must be ours or empty; checking
 * that writes nothing to it or next to it.
 * @throws {Error} when it belongs to another application, or cannot be created or read
 */
function claimFile(file: string): void {
  if (!existsSync(file)) {
    closeSync(openSync(file, 'wx', 0o600));
    return;
  }
  const found = statSync(file);
  if (!found.isFile()) throw new Error(`${file} is not a file.`);
  if (found.size === 0) return;
  const location = pathToFileURL(file);
  // Otherwise, SQLite would create or recover files next to it.
  location.searchParams.set('immutable', '1');
  const sqlite = new DatabaseSync(location, { readOnly: true });
  try {
    if (markOf(sqlite) !== applicationId) throw new Error(`${file} is the database of another application.`);
  } finally {
    sqlite.close();
  }
}
