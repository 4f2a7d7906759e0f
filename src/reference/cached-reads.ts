import { CompiledQuery, Kysely, type KyselyConfig, type QueryResult } from 'kysely';
import type { Schema } from './schema.ts';

interface Versioned {
  readonly version: string;
  readonly rows: readonly unknown[];
}

const maxCachedResults = 1_000;
/** In characters: the whole cache then stays below 64 MB. */
const maxRowLength = 64_000;

/**
 * Kysely whose `executeQuery`, which `builtOnce` uses for queries, caches single rows. A cached row is only used if the
 * database says that nothing has changed since it was read, so it is never stale. Transactions do not use the cache.
 */
export class CachedReads extends Kysely<Schema> {
  readonly #cache = new Map<string, Versioned>();
  readonly #version: () => Promise<string>;

  /** @param version - a query of one text, which differs whenever the data does */
  constructor(config: KyselyConfig, version: string) {
    super(config);
    const query = CompiledQuery.raw(`select ${version} as version`) as CompiledQuery<Versioned>;
    this.#version = oncePerTurn(async () => (await super.executeQuery(query)).rows[0]?.version ?? '');
  }

  override async executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    // Before the query: a change in between makes the cached row look older than it is, never newer.
    const version = await this.#version();
    const key = JSON.stringify([query.sql, ...query.parameters]);
    const known = this.#cache.get(key);
    if (known?.version === version) return { rows: known.rows as Row[] };
    const { rows } = await super.executeQuery(query);
    this.#cache.delete(key);
    if (rows.length === 1 && JSON.stringify(rows[0]).length <= maxRowLength)
      this.#cache.set(key, { version, rows });
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > maxCachedResults && oldest !== undefined) this.#cache.delete(oldest);
    return { rows };
  }
}

/**
 * Makes one call of `ask` for all callers of one turn of the event loop, after the input of that turn was read. Each
 * caller gets an answer that is newer than its call.
 */
function oncePerTurn<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  return () => {
    answer ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      answer = undefined;
      return ask();
    });
    return answer;
  };
}
