import type { Kysely } from 'kysely';
import type { JsonObject } from '../json.ts';
import type { Schema } from '../schema.ts';
import { inTransaction, isStorable, locksRows, sameId } from './queries.ts';

/** The tables of records that belong to an organisation. Their identifiers are case-insensitive. */
type OwnedTable = 'cases' | 'clients';

/** The record of a case or a client, with its organisation. */
export interface OwnedRecord {
  readonly organisationId: string;
  readonly record: JsonObject;
}

/** The columns that cases and clients share. */
export function rowOf(idField: 'caseId' | 'id', { organisationId, record }: OwnedRecord) {
  const id = record[idField];
  if (typeof id !== 'string') throw new TypeError(`The record needs a member ${idField} that is a string.`);
  return { id, organisation_id: organisationId, record: JSON.stringify(record) };
}

/** The row of this organisation with this identifier. PostgreSQL locks it until the end of a transaction. */
export async function findRow(
  db: Kysely<Schema>,
  table: OwnedTable,
  organisationId: string,
  id: string,
): Promise<{ readonly id: string; readonly record: string } | undefined> {
  if (!isStorable(id)) return undefined;
  return db
    .selectFrom(table)
    .where('organisation_id', '=', organisationId)
    .where(sameId(id))
    .select(['id', 'record'])
    .$if(db.isTransaction && locksRows(db), (query) => query.forUpdate())
    .executeTakeFirst();
}

/**
 * Makes a function that replaces the record with this identifier, in any organisation; undefined removes it. The
 * function returns the former record, for restoring it in the same way.
 */
export function replacing(
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
