import type { Kysely } from 'kysely';
import type { JsonAsSent, JsonObject } from '../json.ts';
import type { Schema } from '../schema.ts';
import { type CaseSources, mergeCase } from './case-sources.ts';
import { fromNamedValues } from './named-values.ts';

// A record is read far more often than it changes, so it is merged when a source changes and not when it is read.

/** The kind of task that holds an enquiry form. */
export const enquiryKind = 'enquiry';

/** The merged record as it is stored and sent. */
export function keptRecord(sources: CaseSources): JsonAsSent {
  return Buffer.from(JSON.stringify(mergeCase(sources)));
}

/** Parses a stored record. */
export function parsedRecord(kept: JsonAsSent): JsonObject {
  const text = typeof kept === 'string' ? kept : Buffer.from(kept).toString();
  return JSON.parse(text) as JsonObject;
}

/**
 * Merges the record of a case again from its sources. These must not change meanwhile: the caller has locked the case,
 * or created it in this transaction.
 */
export async function renewRecord(db: Kysely<Schema>, caseId: string): Promise<void> {
  const record = keptRecord(await readSources(db, caseId));
  await db.updateTable('cases').set({ record }).where('id', '=', caseId).execute();
}

async function readSources(db: Kysely<Schema>, caseId: string): Promise<CaseSources> {
  const found = await db
    .selectFrom('cases')
    .leftJoin('case_addresses', 'case_addresses.case_id', 'cases.id')
    .leftJoin('case_locations', 'case_locations.case_id', 'cases.id')
    .where('cases.id', '=', caseId)
    .select([
      'cases.id',
      'cases.case_type',
      'cases.reference',
      'cases.price',
      'case_addresses.value as address',
      'case_locations.case_id as located',
      'case_locations.latitude',
      'case_locations.longitude',
    ])
    .executeTakeFirstOrThrow();
  const dataPoints = await db
    .selectFrom('data_points')
    .where('case_id', '=', caseId)
    .select(['name', 'value'])
    .orderBy('name')
    .execute();
  const tasks = await db
    .selectFrom('tasks')
    .where('case_id', '=', caseId)
    .where('kind', '=', enquiryKind)
    .where('completed', '=', 1)
    .select(['name', 'value'])
    .orderBy('name')
    .execute();
  return {
    id: found.id,
    caseType: found.case_type,
    reference: found.reference,
    price: found.price,
    address: found.address === null ? null : (JSON.parse(found.address) as JsonObject),
    location: found.located === null ? null : { latitude: found.latitude, longitude: found.longitude },
    dataPoints: fromNamedValues(dataPoints),
    enquiries: Object.entries(fromNamedValues(tasks)).map(([name, form]) => ({
      name,
      completed: true,
      form,
    })),
  };
}
