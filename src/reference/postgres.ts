import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { unavailable } from './errors.ts';
import type { Schema } from './schema.ts';

/** Opens a pool of connections to a PostgreSQL database. The first query connects. */
export function openPostgres(url: string): Kysely<Schema> {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'case-conformance',
    Client: Connection,
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 10_000,
    // Longer than the server's own limit, for a server that does not answer at all.
    query_timeout: 15_000,
    idle_in_transaction_session_timeout: 10_000,
    types: { getTypeParser: parserOf },
  });
  // An idle connection that breaks leaves the pool, and the next query opens another. So the error is ignored.
  pool.on('error', () => undefined);
  const waiting = {
    options: pool.options,
    connect: () => pool.connect().catch(failure),
    end: () => pool.end(),
  };
  return new Kysely({ dialect: new PostgresDialect({ pool: waiting as unknown as PostgresPool }) });
}

/** JSON columns are returned as the stored text, which the store parses. */
const parserOf: typeof pg.types.getTypeParser = (type: number, format?: unknown) =>
  type === pg.types.builtins.JSON ? String : pg.types.getTypeParser(type, format as 'text');

/** A connection that turns failures of the database into errors with status 503. */
class Connection extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // Without a listener, a connection that breaks within a transaction would end the process. The next
    // statement reports the failure.
    this.on('error', () => undefined);
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg's own method cannot be written again.
  override query(text: any, values?: any, callback?: any): any {
    return typeof text === 'string' && callback === undefined
      ? super.query({ text, values }).catch(failure)
      : super.query(text, values, callback);
  }
}

/**
 * SQLSTATE classes of failures that the statement does not cause: connection, rollback, resources, prerequisites,
 * operator intervention, system error.
 */
const temporaryFailures: ReadonlySet<string> = new Set(['08', '40', '53', '55', '57', '58']);

/** Throws an error with status 503 if the database failed, and the error itself if the statement is wrong. */
function failure(error: Error & { code?: string }): never {
  const { code = '' } = error;
  const isStatement = /^[0-9A-Z]{5}$/.test(code) && !temporaryFailures.has(code.slice(0, 2));
  throw isStatement ? error : unavailable(error);
}
