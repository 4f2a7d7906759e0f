import type { Kysely } from 'kysely';
import type { JsonObject } from '../json.ts';
import type { Schema } from '../schema.ts';
import { findRow, type OwnedRecord, replacing, rowOf } from './owned-records.ts';
import { inTransaction } from './queries.ts';

/** Stores client records, all or none. */
export async function addClients(db: Kysely<Schema>, clients: readonly OwnedRecord[]): Promise<void> {
  if (clients.length === 0) return;
  const rows = clients.map((client) => rowOf('id', client));
  await db.insertInto('clients').values(rows).execute();
}

export const replaceClient = replacing('clients', addClients);

/** The record of a client of this organisation, if there is one. */
export async function readClient(
  db: Kysely<Schema>,
  organisationId: string,
  clientId: string,
): Promise<JsonObject | undefined> {
  const row = await findRow(db, 'clients', organisationId, clientId);
  return row && (JSON.parse(row.record) as JsonObject);
}

/**
 * Replaces the given fields and leaves all others as they are; undefined if the organisation has no such client.
 * Concurrent updates of one client wait for each other, so none is lost.
 */
export async function updateClient(
  db: Kysely<Schema>,
  organisationId: string,
  clientId: string,
  changes: JsonObject,
): Promise<JsonObject | undefined> {
  return inTransaction(db, async (transaction) => {
    const row = await findRow(transaction, 'clients', organisationId, clientId);
    if (row === undefined) return undefined;
    const record = { ...(JSON.parse(row.record) as JsonObject), ...changes };
    await transaction
      .updateTable('clients')
      .set({ record: JSON.stringify(record) })
      .where('id', '=', row.id)
      .execute();
    return record;
  });
}
