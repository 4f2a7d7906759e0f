import type { Kysely } from 'kysely';
import type { JsonObject } from '../json.ts';
import type { Schema } from '../schema.ts';
import { inTransaction } from './queries.ts';

/** The record of a case or a client, with the organisation that has it. */
export interface OwnedRecord {
  readonly organisationId: string;
  readonly record: JsonObject;
}

/** Removes a record of any organisation, and returns it. */
type Take = (db: Kysely<Schema>, id: string) => Promise<OwnedRecord | undefined>;

type Add = (db: Kysely<Schema>, records: readonly OwnedRecord[]) => Promise<void>;

/**
 * Puts a record in the place of the one that has this identifier, in whichever organisation; undefined puts none there.
 * The function returns what was there, as far as its record shows it, to be put back in the same way.
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
