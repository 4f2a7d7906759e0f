import { type Kysely, sql } from 'kysely';
import { typesOf } from './column-types.ts';

/**
 * Gives a key an identifier that is no secret, the time that it was made, where that is known, and one that it ends at. To
 * list cases is permitted by itself from here on: who could read them could list them.
 */
export async function describeKeys(db: Pick<Kysely<unknown>, 'getExecutor'>): Promise<void> {
  const { text, json } = typesOf(db);
  for (const statement of [
    `ALTER TABLE api_tokens ADD COLUMN id ${text} NOT NULL DEFAULT ''`,
    `ALTER TABLE api_tokens ADD COLUMN created_at ${text}`,
    `ALTER TABLE api_tokens ADD COLUMN expires_at ${text}`,
    'UPDATE api_tokens SET id = substr(token_hash, 1, 16)',
    'CREATE UNIQUE INDEX api_tokens_by_id ON api_tokens (id)',
    `UPDATE api_tokens SET permissions =
      CAST(replace(CAST(permissions AS TEXT), '"cases:read"', '"cases:read","cases:list"') AS ${json})`,
  ])
    await sql.raw(statement).execute(db);
}
