import type { Kysely } from 'kysely';
import type { Json, JsonObject } from '../json.ts';
import type { Schema } from '../schema.ts';
import { type Enquiry, mergeCase, splitCase } from './case-sources.ts';
import { fromNamedValues, toNamedValues } from './named-values.ts';
import { type OwnedRecord, replacing } from './owned-record.ts';
import { inChunks, inTransaction, sameId } from './queries.ts';

const enquiryKind = 'enquiry';

export interface CaseSummary {
  readonly caseId: string;
  readonly caseType?: string;
  readonly reference?: string;
}

/** Stores a merged record of an organisation, split into the sources it is made of. */
export async function addCase(db: Kysely<Schema>, organisationId: string, record: JsonObject): Promise<void> {
  const sources = splitCase(record);
  const caseId = sources.id;
  await inTransaction(db, async (transaction) => {
    await transaction
      .insertInto('cases')
      .values({
        id: caseId,
        organisation_id: organisationId,
        case_type: sources.caseType,
        reference: sources.reference,
        price: sources.price,
      })
      .execute();
    if (sources.address !== null) {
      await transaction
        .insertInto('case_addresses')
        .values({ case_id: caseId, value: JSON.stringify(sources.address) })
        .execute();
    }
    if (sources.location !== null) {
      await transaction
        .insertInto('case_locations')
        .values({ case_id: caseId, ...sources.location })
        .execute();
    }
    for (const rows of inChunks(toNamedValues(sources.dataPoints))) {
      await transaction
        .insertInto('data_points')
        .values(rows.map((row) => ({ case_id: caseId, ...row })))
        .execute();
    }
    await addEnquiries(transaction, caseId, sources.enquiries);
  });
}

export const replaceCase = replacing(takeCase, addCase);

/** Removes a case of any organisation, and returns it. */
async function takeCase(db: Kysely<Schema>, caseId: string): Promise<OwnedRecord | undefined> {
  const row = await db
    .selectFrom('cases')
    .where(sameId('cases.id', caseId))
    .select(['id', 'organisation_id'])
    .executeTakeFirst();
  if (row === undefined) {
    return undefined;
  }
  const record = await readCase(db, row.organisation_id, row.id);
  for (const table of ['case_addresses', 'case_locations', 'data_points', 'tasks'] as const) {
    await db.deleteFrom(table).where('case_id', '=', row.id).execute();
  }
  await db.deleteFrom('cases').where('id', '=', row.id).execute();
  return record && { organisationId: row.organisation_id, record };
}

/** Stores enquiry tasks of a case; only completed ones appear in its merged record (interface 1). */
export async function addEnquiries(
  db: Kysely<Schema>,
  caseId: string,
  enquiries: readonly Enquiry[],
): Promise<void> {
  const rows = enquiries.flatMap(({ name, completed, form }) =>
    toNamedValues({ [name]: form }).map((row) => ({
      case_id: caseId,
      kind: enquiryKind,
      completed: completed ? 1 : 0,
      ...row,
    })),
  );
  for (const chunk of inChunks(rows)) {
    await db.insertInto('tasks').values(chunk).execute();
  }
}

/** The merged record of a case of this organisation; undefined when it has no such case. */
export async function readCase(
  db: Kysely<Schema>,
  organisationId: string,
  caseId: string,
): Promise<JsonObject | undefined> {
  const found = await db
    .selectFrom('cases')
    .leftJoin('case_addresses', 'case_addresses.case_id', 'cases.id')
    .leftJoin('case_locations', 'case_locations.case_id', 'cases.id')
    .where('cases.organisation_id', '=', organisationId)
    .where(sameId('cases.id', caseId))
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
    .executeTakeFirst();
  if (found === undefined) {
    return undefined;
  }
  const dataPoints = await db
    .selectFrom('data_points')
    .where('case_id', '=', found.id)
    .select(['name', 'value'])
    .orderBy('name')
    .execute();
  const tasks = await db
    .selectFrom('tasks')
    .where('case_id', '=', found.id)
    .where('kind', '=', enquiryKind)
    .where('completed', '=', 1)
    .select(['name', 'value'])
    .orderBy('name')
    .execute();
  return mergeCase({
    id: found.id,
    caseType: found.case_type,
    reference: found.reference,
    price: found.price,
    address: found.address === null ? null : (JSON.parse(found.address) as JsonObject),
    location: found.located === null ? null : { latitude: found.latitude, longitude: found.longitude },
    dataPoints: fromNamedValues(dataPoints),
    enquiries: toEnquiries(fromNamedValues(tasks)),
  });
}

/** The cases of an organisation, in the order of their identifiers. */
export async function listCases(db: Kysely<Schema>, organisationId: string): Promise<CaseSummary[]> {
  const rows = await db
    .selectFrom('cases')
    .where('organisation_id', '=', organisationId)
    .select(['id', 'case_type', 'reference'])
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    caseId: row.id,
    ...(row.case_type === null ? {} : { caseType: row.case_type }),
    ...(row.reference === null ? {} : { reference: row.reference }),
  }));
}

function toEnquiries(completed: JsonObject): Enquiry[] {
  return Object.entries(completed).map(([name, form]: [string, Json]) => ({ name, completed: true, form }));
}
