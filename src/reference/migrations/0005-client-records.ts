import { type Kysely, sql } from 'kysely';
import { typesOf } from './column-types.ts';

/** Keeps the record of a client in one row, as those of cases and organisations are, and no longer a row for each field. */
export async function joinClientFields(db: Kysely<unknown>): Promise<void> {
  const { json, quote } = typesOf(db);
  for (const statement of [
    `ALTER TABLE clients ADD COLUMN record ${json} NOT NULL DEFAULT '{}'`,
    // Names are kept as JSON writes them, without the quotation marks.
    `UPDATE clients SET record = CAST(
      '{"id":' || CAST(${quote}(id) AS TEXT) || coalesce((
        SELECT string_agg(',"' || name || '":' || CAST(value AS TEXT), '' ORDER BY name)
        FROM client_fields WHERE client_id = clients.id
      ), '') || '}' AS ${json})`,
    'DROP TABLE client_fields',
  ])
    await sql.raw(statement).execute(db);
}
