import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type CompiledQuery, Kysely, type QueryResult, SqliteDialect, type SqliteStatement } from 'kysely';
import { askedTogether } from './asked-together.ts';
import { unavailable } from './errors.ts';
import { isReading, keepRows } from './kept-rows.ts';
import type { Schema } from './schema.ts';
import { applicationId, claimFile } from './sqlite-file.ts';

/**
 * Opens a SQLite file, or `:memory:`.
 * @throws {Error} when the file belongs to another application; it is left unchanged
 */
export function openSqlite(file: string): Kysely<Schema> {
  if (file !== ':memory:') claimFile(file);
  const sqlite = new DatabaseSync(file, { timeout: 5_000 });
  try {
    // First, so the mark is in the file itself: later changes may stay in the WAL file for long.
    mark(sqlite);
    // With WAL, readers and a writer do not block each other. With FULL, answered changes survive a power failure.
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    return new SqliteDatabase(sqlite);
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/** Kysely on `node:sqlite`, with a cache of rows that is valid until the data changes. */
class SqliteDatabase extends Kysely<Schema> {
  readonly #sqlite: DatabaseSync;
  readonly #prepare: (sql: string) => SqliteStatement;
  readonly #version: () => Promise<string>;
  readonly #kept = keepRows();

  constructor(sqlite: DatabaseSync) {
    let changes = 0;
    const prepare = preparer(sqlite, () => {
      changes += 1;
    });
    super({ dialect: new SqliteDialect({ database: { close: () => sqlite.close(), prepare } }) });
    this.#sqlite = sqlite;
    this.#prepare = prepare;
    // data_version changes with each commit of another connection, but not with our own (SQLite, PRAGMA data_version).
    // The calls are batched since each one locks the file, which costs more than reading a row.
    const statement = sqlite.prepare('PRAGMA data_version');
    const changesOfOthers = askedTogether(() => available(() => statement.get()?.data_version));
    this.#version = async () => `${await changesOfOthers()} ${changes}`;
  }

  /**
   * Runs built queries directly, unless a transaction has the connection: waiting for the connection costs more than
   * the query.
   */
  override async executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    const version = isReading(query) ? await this.#version() : undefined;
    if (this.#sqlite.isTransaction) return super.executeQuery(query);
    return { rows: (version === undefined ? this.#run(query) : this.#read(query, version)) as Row[] };
  }

  #read(query: CompiledQuery, version: string): readonly unknown[] {
    const known = this.#kept.get(query);
    if (known?.version === version) return known.rows;
    const rows = this.#run(query);
    this.#kept.set(query, { version, rows });
    return rows;
  }

  #run({ sql, parameters }: CompiledQuery): unknown[] {
    return this.#prepare(sql).all(parameters);
  }
}

/** Marks the file as ours. */
function mark(sqlite: DatabaseSync): void {
  const marked = sqlite.prepare('PRAGMA application_id').get()?.application_id;
  if (marked !== applicationId) sqlite.exec(`PRAGMA application_id = ${applicationId}`);
}

/** Prepares each statement once: preparing costs more than running. */
function preparer(sqlite: DatabaseSync, beforeChange: () => void): (sql: string) => SqliteStatement {
  const prepared = new Map<string, SqliteStatement>();
  return (sql) => {
    const statement = prepared.get(sql) ?? prepare(sqlite, sql, beforeChange);
    prepared.set(sql, statement);
    return statement;
  };
}

/** Adapts a statement of `node:sqlite` to Kysely, which expects that of better-sqlite3. */
function prepare(sqlite: DatabaseSync, sql: string, beforeChange: () => void): SqliteStatement {
  // A deferred transaction that reads before it writes would fail instead of waiting when another process writes in
  // between.
  const statement = sqlite.prepare(sql === 'begin' ? 'begin immediate' : sql);
  const changes = !/^select /i.test(sql);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => {
      if (changes) beforeChange();
      return available(() => statement.all(...bindable(parameters)));
    },
    run: (parameters) => {
      beforeChange();
      return available(() => statement.run(...bindable(parameters)));
    },
    iterate: (parameters) => statement.iterate(...bindable(parameters)),
  };
}

function bindable(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters as SQLInputValue[];
}

/** Temporary failures: SQLITE_BUSY, _LOCKED, _READONLY, _IOERR, _FULL and _CANTOPEN. */
const passing: ReadonlySet<number> = new Set([5, 6, 8, 10, 13, 14]);

/** Distinguishes a failing database (503) from a wrong statement. */
function available<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const { errcode } = error as { errcode?: number };
    // The higher bytes only add detail (extended result codes).
    throw errcode !== undefined && passing.has(errcode & 0xff) ? unavailable(error as Error) : error;
  }
}
