import type { Kysely } from 'kysely';
import type { JsonObject } from '../json.ts';
import type { Schema } from '../schema.ts';
import { fromNamedValues, toNamedValues } from './named-values.ts';
import { type OwnedRecord, replacing } from './owned-record.ts';
import { builtOnce, inChunks, inTransaction, isStorable, locksRows, sameId } from './queries.ts';

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
 * client. Updates of one client wait for each other, so each lasts whole, and two of different fields both last.
 */
export async function updateClient(
  db: Kysely<Schema>,
  organisationId: string,
  clientId: string,
  changes: JsonObject,
): Promise<JsonObject | undefined> {
  return inTransaction(db, async (transaction) => {
    const id = await findClient(transaction, organisationId, clientId, lockedClientOf);
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
    .$if(locksRows(db), (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) {
    return undefined;
  }
  const record = await readRecord(db, row.id);
  await db.deleteFrom('client_fields').where('client_id', '=', row.id).execute();
  await db.deleteFrom('clients').where('id', '=', row.id).execute();
  return { organisationId: row.organisation_id, record };
}

/** Whether the organisation has this client. */
export async function hasClient(
  db: Kysely<Schema>,
  organisationId: string,
  clientId: string,
): Promise<boolean> {
  return (await findClient(db, organisationId, clientId)) !== undefined;
}

async function findClient(
  db: Kysely<Schema>,
  organisationId: string,
  clientId: string,
  query = clientOf,
): Promise<string | undefined> {
  if (!isStorable(clientId)) return undefined;
  const [row] = await query(db, [organisationId, clientId.toLowerCase()]);
  return row?.id;
}

const clientOf = builtOnce(selectClient);
const lockedClientOf = builtOnce((db) => selectClient(db).$if(locksRows(db), (query) => query.forUpdate()));

function selectClient(db: Kysely<Schema>) {
  return db
    .selectFrom('clients')
    .where('organisation_id', '=', '')
    .where(sameId('clients.id', ''))
    .select('id');
}

async function readRecord(db: Kysely<Schema>, id: string): Promise<JsonObject> {
  return { id, ...fromNamedValues(await fieldsOf(db, [id])) };
}

const fieldsOf = builtOnce((db) =>
  db.selectFrom('client_fields').where('client_id', '=', '').select(['name', 'value']).orderBy('name'),
);

async function writeFields(db: Kysely<Schema>, id: string, fields: JsonObject): Promise<void> {
  for (const rows of inChunks(toNamedValues(fields))) {
    await upsertOf(rows.length)(
      db,
      rows.flatMap(({ name, value }) => [id, name, value]),
    );
  }
}

const upserts = new Map<number, ReturnType<typeof newUpsert>>();

/** Writes so many fields at once. */
function upsertOf(count: number): ReturnType<typeof newUpsert> {
  const upsert = upserts.get(count) ?? newUpsert(count);
  upserts.set(count, upsert);
  return upsert;
}

function newUpsert(count: number) {
  const rows = Array.from({ length: count }, () => ({ client_id: '', name: '', value: '' }));
  return builtOnce((db) =>
    db
      .insertInto('client_fields')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['client_id', 'name']).doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
      ),
  );
}
