import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Kysely, SqliteDialect, type SqliteStatement } from 'kysely';
import { unavailable } from './errors.ts';
import type { Schema } from './schema.ts';

export function openSqlite(file: string): Kysely<Schema> {
  if (file !== ':memory:') claimFile(file);
  const sqlite = new DatabaseSync(file, { timeout: 5_000 });
  const isInPlace = file === ':memory:' ? () => true : sameFileTest(file);
  try {
    // The file is marked before WAL is switched on, since later changes may stay in the WAL file for long.
    if (markOf(sqlite) !== applicationId) sqlite.exec(`PRAGMA application_id = ${applicationId}`);
    // WAL: readers and a writer do not block each other. FULL: a change that was answered survives a power
    // failure.
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  } catch (error) {
    sqlite.close();
    throw error;
  }
  const prepared = new Map<string, SqliteStatement>();
  const database = {
    close: () => sqlite.close(),
    // Prepared statements are cached, since preparing one costs more than running it.
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

function prepare(sqlite: DatabaseSync, text: string): SqliteStatement {
  // "immediate": in a transaction that first reads, a write would fail at once if another process has written
  // meanwhile.
  const statement = orUnavailable(() => sqlite.prepare(text === 'begin' ? 'begin immediate' : text));
  const isReader = statement.columns().length > 0;
  return {
    reader: isReader,
    all: (parameters) => orUnavailable(() => statement.all(...bindable(parameters))),
    run: (parameters) => {
      // After some failures, such as a full disk, SQLite has already rolled back the transaction.
      if (text === 'rollback' && !sqlite.isTransaction) return { changes: 0, lastInsertRowid: 0 };
      return orUnavailable(() => statement.run(...bindable(parameters)));
    },
    iterate: (parameters) => statement.iterate(...bindable(parameters)),
  };
}

function bindable(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters as SQLInputValue[];
}

const temporaryFailures: ReadonlyMap<number, string> = new Map([
  [5, 'SQLITE_BUSY'],
  [6, 'SQLITE_LOCKED'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
]);

/**
 * Calls `work`. Throws an error with status 503 if the database failed, and the error itself if the statement
 * is wrong.
 */
function orUnavailable<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const { errcode = 0 } = error as { errcode?: number };
    // The lowest byte is the result code. The others add detail.
    const code = temporaryFailures.get(errcode & 0xff);
    throw code === undefined ? error : unavailable(error as Error, code);
  }
}

/** Returns a test whether the same file is still at this path: SQLite would go on writing to a deleted file. */
function sameFileTest(file: string): () => boolean {
  const { dev, ino } = statSync(file);
  return () => {
    const now = statSync(file, { throwIfNoEntry: false });
    return now?.dev === dev && now.ino === ino;
  };
}

/** The mark in the header of this application's files: "CCRI" (PRAGMA application_id). */
const applicationId = 0x43435249;

function markOf(sqlite: DatabaseSync): unknown {
  return sqlite.prepare('PRAGMA application_id').get()?.application_id;
}

/**
 * Creates a missing file, which only the user can read. An existing file must be empty or have our mark. Reading the
 * mark writes nothing to the file or next to it.
 * @throws {Error} if the file belongs to another application, or cannot be created or read
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
  // "immutable" keeps SQLite from creating or recovering files next to this file.
  location.searchParams.set('immutable', '1');
  const sqlite = new DatabaseSync(location, { readOnly: true });
  try {
    if (markOf(sqlite) !== applicationId) throw new Error(`${file} is the database of another application.`);
  } finally {
    sqlite.close();
  }
}
