import { type Kysely, sql } from 'kysely';

/** Has the cases of an organisation in the order of their identifiers, so that a page of the list is read alone. */
export async function orderCases(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX cases_in_order ON cases (organisation_id, id)`.execute(db);
  await sql`DROP INDEX cases_by_organisation`.execute(db);
}
