import type { Kysely } from 'kysely';
import type { JsonObject } from '../json.ts';
import type { Schema } from '../schema.ts';
import { fromNamedValues, toNamedValues } from './named-values.ts';
import { type OwnedRecord, replacing } from './owned-record.ts';
import { inChunks, inTransaction, sameId } from './queries.ts';

/** Stores a client record of an organisation. */
export async function addClient(
  db: Kysely<Schema>,
  organisationId: string,
  record: JsonObject,
): Promise<void> {
  const { id } = record;
  if (typeof id !== 'string') {
    throw new TypeError('A client record needs an id that is a string.');
  }
  const { id: _, ...fields } = record;
  await inTransaction(db, async (transaction) => {
    await transaction.insertInto('clients').values({ id, organisation_id: organisationId }).execute();
    await writeFields(transaction, id, fields);
  });
}

/** The record of a client of this organisation; undefined when it has no such client. */
export async function readClient(
  db: Kysely<Schema>,
  organisationId: string,
  clientId: string,
): Promise<JsonObject | undefined> {
  const id = await findClient(db, organisationId, clientId);
  return id === undefined ? undefined : readRecord(db, id);
}

/**
 * Replaces the fields supplied and leaves all others as they are; undefined when the organisation has no such
 * client. Each field is a row of its own, so two updates of different fields at once both last.
 */
export async function updateClient(
  db: Kysely<Schema>,
  organisationId: string,
  clientId: string,
  changes: JsonObject,
): Promise<JsonObject | undefined> {
  return inTransaction(db, async (transaction) => {
    const id = await findClient(transaction, organisationId, clientId);
    if (id === undefined) {
      return undefined;
    }
    await writeFields(transaction, id, changes);
    return readRecord(transaction, id);
  });
}

export const replaceClient = replacing(takeClient, addClient);

/** Removes a client of any organisation, and returns it. */
async function takeClient(db: Kysely<Schema>, clientId: string): Promise<OwnedRecord | undefined> {
  const row = await db
    .selectFrom('clients')
    .where(sameId('clients.id', clientId))
    .select(['id', 'organisation_id'])
    .executeTakeFirst();
  if (row === undefined) {
    return undefined;
  }
  const record = await readRecord(db, row.id);
  await db.deleteFrom('client_fields').where('client_id', '=', row.id).execute();
  await db.deleteFrom('clients').where('id', '=', row.id).execute();
  return { organisationId: row.organisation_id, record };
}

async function findClient(
  db: Kysely<Schema>,
  organisationId: string,
  clientId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('clients')
    .where('organisation_id', '=', organisationId)
    .where(sameId('clients.id', clientId))
    .select('id')
    .executeTakeFirst();
  return row?.id;
}

async function readRecord(db: Kysely<Schema>, id: string): Promise<JsonObject> {
  const rows = await db
    .selectFrom('client_fields')
    .where('client_id', '=', id)
    .select(['name', 'value'])
    .orderBy('name')
    .execute();
  return { id, ...fromNamedValues(rows) };
}

async function writeFields(db: Kysely<Schema>, id: string, fields: JsonObject): Promise<void> {
  const rows = toNamedValues(fields).map((row) => ({ client_id: id, ...row }));
  for (const chunk of inChunks(rows)) {
    await db
      .insertInto('client_fields')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(['client_id', 'name']).doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
      )
      .execute();
  }
}
