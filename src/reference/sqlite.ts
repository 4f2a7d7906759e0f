import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type CompiledQuery, Kysely, type QueryResult, SqliteDialect, type SqliteStatement } from 'kysely';
import { askedTogether } from './asked-together.ts';
import { unavailable } from './errors.ts';
import { isReading, keepRows } from './kept-rows.ts';
import type { Schema } from './schema.ts';
import { applicationId, claimFile } from './sqlite-file.ts';

/**
 * Opens a SQLite file, or `:memory:`.
 * @throws {Error} when the file is something else's; it is left as it is then
 */
export function openSqlite(file: string): Kysely<Schema> {
  if (file !== ':memory:') claimFile(file);
  const sqlite = new DatabaseSync(file, { timeout: 5_000 });
  try {
    // First, and so in the file itself: what follows may stand beside it for long.
    mark(sqlite);
    // Readers and a writer then do not wait for each other. What was answered lasts, also where the power fails.
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    return new SqliteDatabase(sqlite);
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/** Kysely on `node:sqlite`. What was built before and read before is not read again as long as nothing changes. */
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
    // It changes with each commit of another connection, and with none of our own (SQLite, PRAGMA data_version). To ask SQLite
    // anything takes locks of the file, which costs more than to read a row.
    const statement = sqlite.prepare('PRAGMA data_version');
    const changesOfOthers = askedTogether(() => available(() => statement.get()?.data_version));
    this.#version = async () => `${await changesOfOthers()} ${changes}`;
  }

  /** Runs what was built before at once, unless a transaction has the connection: to wait for it costs more than to run it. */
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

/** Says in the file whose it is. */
function mark(sqlite: DatabaseSync): void {
  const marked = sqlite.prepare('PRAGMA application_id').get()?.application_id;
  if (marked !== applicationId) sqlite.exec(`PRAGMA application_id = ${applicationId}`);
}

/** Each statement is prepared once: that costs more than to run it. */
function preparer(sqlite: DatabaseSync, beforeChange: () => void): (sql: string) => SqliteStatement {
  const prepared = new Map<string, SqliteStatement>();
  return (sql) => {
    const statement = prepared.get(sql) ?? prepare(sqlite, sql, beforeChange);
    prepared.set(sql, statement);
    return statement;
  };
}

/** Gives a statement of `node:sqlite` the form that Kysely expects, which is the one of better-sqlite3. */
function prepare(sqlite: DatabaseSync, sql: string, beforeChange: () => void): SqliteStatement {
  // A transaction that reads before it writes would fail, and not wait, when another process writes in between.
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

/** SQLITE_BUSY, _LOCKED, _READONLY, _IOERR, _FULL and _CANTOPEN: what passes, and no fault of the statement. */
const passing: ReadonlySet<number> = new Set([5, 6, 8, 10, 13, 14]);

/** Tells a database that fails from a statement that is wrong. */
function available<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const { errcode } = error as { errcode?: number };
    // What follows the first byte says more of the same.
    throw errcode !== undefined && passing.has(errcode & 0xff) ? unavailable(error as Error) : error;
  }
}
