import type { Kysely } from 'kysely';
import type { JsonObject } from '../json.ts';
import type { Schema } from '../schema.ts';
import { inTransaction } from './queries.ts';

/** The record of a case or a client, with its organisation. */
export interface OwnedRecord {
  readonly organisationId: string;
  readonly record: JsonObject;
}

/** Removes and returns a record of any organisation. */
type Take = (db: Kysely<Schema>, id: string) => Promise<OwnedRecord | undefined>;

type Add = (db: Kysely<Schema>, records: readonly OwnedRecord[]) => Promise<void>;

/**
 * Makes a function that replaces the record with this identifier, in any organisation; undefined removes it. The
 * function returns the former record as it was sent, for restoring it in the same way.
 */
export function replacing(take: Take, add: Add) {
  return (
    db: Kysely<Schema>,
    id: string,
    replacement: OwnedRecord | undefined,
  ): Promise<OwnedRecord | undefined> =>
    inTransaction(db, async (transaction) => {
      const former = await take(transaction, id);
      if (replacement !== undefined) {
        await add(transaction, [replacement]);
      }
      return former;
    });
}
