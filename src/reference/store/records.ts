import type { Kysely } from 'kysely';
import type { Json, JsonObject } from '../json.ts';
import type { Schema } from '../schema.ts';
import { builtOnce, inTransaction, isStorable, locksRows, sameId } from './queries.ts';

type OwnedTable = 'cases' | 'clients';

export interface OwnedRecord {
  readonly organisationId: string;
  readonly record: JsonObject;
}

function rowOf(idField: 'caseId' | 'id', { organisationId, record }: OwnedRecord) {
  const id = record[idField];
  if (typeof id !== 'string') throw new TypeError(`The record needs a member ${idField} that is a string.`);
  return { id, organisation_id: organisationId, record: JSON.stringify(record) };
}

const rowsIn = { cases: rowsOf('cases'), clients: rowsOf('clients') };

function rowsOf(table: OwnedTable) {
  return builtOnce((db) =>
    db.selectFrom(table).where('organisation_id', '=', '').where(sameId('')).select(['id', 'record']),
  );
}

async function findRow(db: Kysely<Schema>, table: OwnedTable, organisationId: string, id: string) {
  if (!isStorable(id)) return undefined;
  const [row] = await rowsIn[table](db, [organisationId, id.toLowerCase()]);
  return row;
}

/**
 * Creates a function that replaces the record with the identifier `id` in any organisation, or deletes it if the
 * replacement is undefined. The function returns the former record, so a second call can restore it.
 */
function replacing(
  table: OwnedTable,
  add: (db: Kysely<Schema>, records: readonly OwnedRecord[]) => Promise<void>,
) {
  return (
    db: Kysely<Schema>,
    id: string,
    replacement: OwnedRecord | undefined,
  ): Promise<OwnedRecord | undefined> =>
    inTransaction(db, async (transaction) => {
      const former = await transaction
        .deleteFrom(table)
        .where(sameId(id))
        .returning(['organisation_id', 'record'])
        .executeTakeFirst();
      if (replacement !== undefined) await add(transaction, [replacement]);
      return former && { organisationId: former.organisation_id, record: JSON.parse(former.record) };
    });
}

export async function addCases(db: Kysely<Schema>, cases: readonly OwnedRecord[]): Promise<void> {
  if (cases.length === 0) return;
  const rows = cases.map((one) => ({
    ...rowOf('caseId', one),
    case_type: columnText(one.record.caseType),
    reference: columnText(one.record.reference),
  }));
  await db.insertInto('cases').values(rows).execute();
}

function columnText(value: Json | undefined): string | null {
  return typeof value === 'string' && isStorable(value) ? value : null;
}

export const replaceCase = replacing('cases', addCases);

export async function readCase(
  db: Kysely<Schema>,
  organisationId: string,
  caseId: string,
): Promise<string | undefined> {
  return (await findRow(db, 'cases', organisationId, caseId))?.record;
}

export async function listCases(
  db: Kysely<Schema>,
  organisationId: string,
  page?: { readonly after: string; readonly count: number },
) {
  const cases = db
    .selectFrom('cases')
    .where('organisation_id', '=', organisationId)
    .select(['id', 'case_type', 'reference'])
    .orderBy('id');
  const rows =
    page === undefined
      ? cases
      : cases.where('id', '>', isStorable(page.after) ? page.after : '').limit(page.count);
  return (await rows.execute()).map((row) => ({
    caseId: row.id,
    ...(row.case_type === null ? {} : { caseType: row.case_type }),
    ...(row.reference === null ? {} : { reference: row.reference }),
  }));
}

export async function addClients(db: Kysely<Schema>, clients: readonly OwnedRecord[]): Promise<void> {
  if (clients.length === 0) return;
  const rows = clients.map((client) => rowOf('id', client));
  await db.insertInto('clients').values(rows).execute();
}

export const replaceClient = replacing('clients', addClients);

export async function readClient(
  db: Kysely<Schema>,
  organisationId: string,
  clientId: string,
): Promise<JsonObject | undefined> {
  const row = await findRow(db, 'clients', organisationId, clientId);
  return row && (JSON.parse(row.record) as JsonObject);
}

/**
 * Replaces the given fields of a client, and returns its record. Undefined if the organisation has no such
 * client. Concurrent updates of one client wait for each other, so no update is lost.
 */
export async function updateClient(
  db: Kysely<Schema>,
  organisationId: string,
  clientId: string,
  changes: JsonObject,
): Promise<JsonObject | undefined> {
  if (!isStorable(clientId)) return undefined;
  return inTransaction(db, async (transaction) => {
    const row = await transaction
      .selectFrom('clients')
      .where('organisation_id', '=', organisationId)
      .where(sameId(clientId))
      .select(['id', 'record'])
      .$if(locksRows(db), (query) => query.forUpdate())
      .executeTakeFirst();
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
