import { CompiledQuery, Kysely, PostgresDialect, type PostgresPool, type QueryResult } from 'kysely';
import pg from 'pg';
import { askedTogether } from './asked-together.ts';
import { unavailable } from './errors.ts';
import { isReading, keepRows } from './kept-rows.ts';
import type { Schema } from './schema.ts';

/** Time limits of a statement in milliseconds; 0 is unlimited. */
interface Patience {
  readonly statement_timeout: number;
  /** Limit of the client, for a server that does not answer. */
  readonly query_timeout: number;
}

/** For requests, whose clients wait for an answer. */
const answering: Patience = { statement_timeout: 10_000, query_timeout: 15_000 };

/** For migrations: the tables may be large, and another process may be changing them. */
export const migrating: Patience = { statement_timeout: 0, query_timeout: 0 };

/** Opens a pool of connections to a PostgreSQL database. It connects at the first query. */
export function openPostgres(url: string, patience = answering): Kysely<Schema> {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'case-conformance',
    Client: PreparingClient,
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    ...patience,
    idle_in_transaction_session_timeout: 10_000,
    types: { getTypeParser: parserOf },
  });
  // An idle connection that breaks leaves the pool, and the next query takes another one.
  pool.on('error', () => undefined);
  const waiting = {
    options: pool.options,
    connect: () => pool.connect().catch(failure),
    end: () => pool.end(),
  };
  return new PostgresDatabase({ dialect: new PostgresDialect({ pool: waiting as unknown as PostgresPool }) });
}

/** Kysely on `pg`, with a cache of rows that is valid until the data changes. */
class PostgresDatabase extends Kysely<Schema> {
  readonly #kept = keepRows();
  readonly #version = askedTogether(async () => {
    const [row] = (await super.executeQuery(versionQuery)).rows;
    return row?.version ?? '';
  });

  override async executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    if (!isReading(query)) return super.executeQuery(query);
    const known = this.#kept.get(query);
    if (known !== undefined && known.version === (await this.#version()))
      return { rows: known.rows as Row[] };
    const { rows } = await super.executeQuery<Row & Versioned>({
      ...query,
      sql: query.sql.replace('select', `select ${version},`),
    });
    const [{ version: read } = { version: '' }] = rows;
    if (read !== '') this.#kept.set(query, { version: read, rows });
    return { rows };
  }
}

interface Versioned {
  readonly version: string;
}

// Two snapshots of one server with the same text show the same data (PostgreSQL 9.28, Transaction ID and Snapshot
// Information Functions): any change of data is a transaction that one of them lacks. The snapshots of a standby do not
// list running transactions, so its rows are not cached.
const version = `case when pg_is_in_recovery() then ''
  else concat(pg_current_snapshot(), ' ', pg_postmaster_start_time()) end as version`;
const versionQuery = CompiledQuery.raw(`select ${version}`) as CompiledQuery<Versioned>;

/** JSON is read as the stored text, which the store parses. */
const parserOf: typeof pg.types.getTypeParser = (type: number, format?: unknown) =>
  type === pg.types.builtins.JSON ? String : pg.types.getTypeParser(type, format as 'text');

const preparedAtMost = 100;

/** A connection that prepares each statement once, up to a limit: every number of rows has a statement of its own. */
class PreparingClient extends pg.Client {
  readonly #names = new Map<string, string>();

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // A connection that breaks within a transaction would end the process. The next statement fails and reports it.
    this.on('error', () => undefined);
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg's own method cannot be written again.
  override query(text: any, values?: any, callback?: any): any {
    if (typeof text !== 'string' || callback !== undefined) return super.query(text, values, callback);
    return super.query({ text, values, name: this.#nameOf(text) }).catch(failure);
  }

  #nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= preparedAtMost) return name;
    const next = `statement ${this.#names.size}`;
    this.#names.set(text, next);
    return next;
  }
}

/** Classes of SQLSTATE: connection, rollback, resources, prerequisites, operator intervention, system error. */
const passing: ReadonlySet<string> = new Set(['08', '40', '53', '55', '57', '58']);

/** Distinguishes a failing database (503) from a wrong statement. */
function failure(error: Error & { code?: string }): never {
  const { code = '' } = error;
  const isStatement = /^[0-9A-Z]{5}$/.test(code) && !passing.has(code.slice(0, 2));
  throw isStatement ? error : unavailable(error);
}
