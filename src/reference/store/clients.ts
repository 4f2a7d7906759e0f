import type { Kysely } from 'kysely';
import type { JsonObject } from '../json.ts';
import type { Schema } from '../schema.ts';
import { type OwnedRecord, replacing } from './owned-record.ts';
import { builtOnce, insertion, inTransaction, isStorable, locksRows, sameId } from './queries.ts';

/** Stores client records, all or none. */
export async function addClients(db: Kysely<Schema>, clients: readonly OwnedRecord[]): Promise<void> {
  const rows = clients.map(({ organisationId, record }) => {
    const { id } = record;
    if (typeof id !== 'string') {
      throw new TypeError('A client record needs an id that is a string.');
    }
    return { id, organisation_id: organisationId, record: JSON.stringify(record) };
  });
  await inTransaction(db, (transaction) => insertClients(transaction, rows));
}

const insertClients = insertion(['id', 'organisation_id', 'record'], (db, rows: Schema['clients'][]) =>
  db.insertInto('clients').values(rows),
);

/** The record of a client of this organisation, if there is one. */
export async function readClient(
  db: Kysely<Schema>,
  organisationId: string,
  clientId: string,
): Promise<JsonObject | undefined> {
  const client = await findClient(db, organisationId, clientId);
  return client === undefined ? undefined : recordIn(client);
}

/**
 * Replaces the given fields and leaves all others as they are; undefined if the organisation has no such client. If
 * another writer changed the record meanwhile, it is read again, so no concurrent update is lost.
 */
export async function updateClient(
  db: Kysely<Schema>,
  organisationId: string,
  clientId: string,
  changes: JsonObject,
): Promise<JsonObject | undefined> {
  for (;;) {
    const client = await findClient(db, organisationId, clientId);
    if (client === undefined) {
      return undefined;
    }
    const record = { ...recordIn(client), ...changes };
    const [replaced] = await replacedIf(db, [JSON.stringify(record), client.id, client.record]);
    if (replaced !== undefined) {
      return record;
    }
  }
}

export const replaceClient = replacing(takeClient, addClients);

/** Removes and returns a client of any organisation. */
async function takeClient(db: Kysely<Schema>, clientId: string): Promise<OwnedRecord | undefined> {
  const row = await db
    .selectFrom('clients')
    .where(sameId('clients.id', clientId))
    .select(['id', 'organisation_id', 'record'])
    .$if(locksRows(db), (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) {
    return undefined;
  }
  await db.deleteFrom('clients').where('id', '=', row.id).execute();
  return { organisationId: row.organisation_id, record: recordIn(row) };
}

export async function hasClient(
  db: Kysely<Schema>,
  organisationId: string,
  clientId: string,
): Promise<boolean> {
  return (await findClient(db, organisationId, clientId)) !== undefined;
}

type ClientRow = Pick<Schema['clients'], 'id' | 'record'>;

async function findClient(
  db: Kysely<Schema>,
  organisationId: string,
  clientId: string,
): Promise<ClientRow | undefined> {
  if (!isStorable(clientId)) return undefined;
  const [row] = await clientOf(db, [organisationId, clientId.toLowerCase()]);
  return row;
}

const clientOf = builtOnce((db) =>
  db
    .selectFrom('clients')
    .where('organisation_id', '=', '')
    .where(sameId('clients.id', ''))
    .select(['id', 'record']),
);

/** Replaces a record, unless it has changed since it was read. */
const replacedIf = builtOnce((db) =>
  db
    .updateTable('clients')
    .set({ record: '' })
    .where('id', '=', '')
    // PostgreSQL cannot compare JSON.
    .where((eb) => eb(eb.cast('record', 'text'), '=', ''))
    .returning('id'),
);

function recordIn({ record }: Pick<ClientRow, 'record'>): JsonObject {
  return JSON.parse(record) as JsonObject;
}
