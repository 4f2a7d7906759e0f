import { type Kysely, sql } from 'kysely';
import { typesOf } from './column-types.ts';

/** The fields of clients, as the earlier migrations left them. */
interface Before {
  clients: { id: string; record: string };
  client_fields: { client_id: string; name: string; value: string };
}

/** Keeps the record of a client in one row, as those of cases and organisations are, and no longer a row for each field. */
export async function joinClientFields(db: Kysely<Before>): Promise<void> {
  const { json } = typesOf(db);
  await sql`ALTER TABLE clients ADD COLUMN record ${sql.raw(json)} NOT NULL DEFAULT '{}'`.execute(db);
  for (const { id } of await db.selectFrom('clients').select('id').execute()) {
    const fields = await db
      .selectFrom('client_fields')
      .where('client_id', '=', id)
      .select(['name', 'value'])
      .orderBy('name')
      .execute();
    // Names are kept as JSON writes them, without the quotation marks.
    const members = fields.map(({ name, value }) => `"${name}":${value}`);
    const record = `{${[`"id":${JSON.stringify(id)}`, ...members].join(',')}}`;
    await db.updateTable('clients').set({ record }).where('id', '=', id).execute();
  }
  await db.schema.dropTable('client_fields').execute();
}
