import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { renewRecord } from '../store/kept-record.ts';
import { typesOf } from './column-types.ts';

/** Keeps the merged record of each case beside its sources. */
export async function keepRecords(db: Kysely<Schema>): Promise<void> {
  const { sent } = typesOf(db);
  await sql`ALTER TABLE cases ADD COLUMN record ${sql.raw(sent)} NOT NULL DEFAULT '{}'`.execute(db);
  for (const { id } of await db.selectFrom('cases').select('id').execute()) await renewRecord(db, id);
}
