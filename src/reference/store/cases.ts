import type { Kysely } from 'kysely';
import type { JsonAsSent, JsonObject } from '../json.ts';
import type { Schema } from '../schema.ts';
import { type Enquiry, splitCase } from './case-sources.ts';
import { enquiryKind, keptRecord, parsedRecord, renewRecord } from './kept-record.ts';
import { toNamedValues } from './named-values.ts';
import { type OwnedRecord, replacing } from './owned-record.ts';
import { builtOnce, inChunks, inTransaction, isStorable, locksRows, sameId } from './queries.ts';

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
        record: keptRecord(sources),
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
    await writeEnquiries(transaction, caseId, sources.enquiries);
  });
}

export const replaceCase = replacing(takeCase, addCase);

/** Removes a case of any organisation, and returns it. */
async function takeCase(db: Kysely<Schema>, caseId: string): Promise<OwnedRecord | undefined> {
  const row = await db
    .selectFrom('cases')
    .where(sameId('cases.id', caseId))
    .select(['id', 'organisation_id', 'record'])
    .$if(locksRows(db), (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) {
    return undefined;
  }
  for (const table of ['case_addresses', 'case_locations', 'data_points', 'tasks'] as const) {
    await db.deleteFrom(table).where('case_id', '=', row.id).execute();
  }
  await db.deleteFrom('cases').where('id', '=', row.id).execute();
  return { organisationId: row.organisation_id, record: parsedRecord(row.record) };
}

/** Stores enquiry tasks of a case; only completed ones appear in its merged record (interface 1). */
export async function addEnquiries(
  db: Kysely<Schema>,
  caseId: string,
  enquiries: readonly Enquiry[],
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await lockCase(transaction, caseId);
    await writeEnquiries(transaction, caseId, enquiries);
    await renewRecord(transaction, caseId);
  });
}

/** Makes other changes of the case wait until the end of the transaction. */
async function lockCase(db: Kysely<Schema>, caseId: string): Promise<void> {
  await db
    .selectFrom('cases')
    .where('id', '=', caseId)
    .select('id')
    .$if(locksRows(db), (query) => query.forUpdate())
    .execute();
}

async function writeEnquiries(
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

/** The merged record of a case of this organisation, as it is sent; undefined when it has no such case. */
export async function readCase(
  db: Kysely<Schema>,
  organisationId: string,
  caseId: string,
): Promise<JsonAsSent | undefined> {
  if (!isStorable(caseId)) return undefined;
  const [row] = await recordOf(db, [organisationId, caseId.toLowerCase()]);
  return row?.record;
}

const recordOf = builtOnce((db) =>
  db.selectFrom('cases').where('organisation_id', '=', '').where(sameId('cases.id', '')).select('record'),
);

/** The cases of an organisation, in the order of their identifiers. */
export async function listCases(db: Kysely<Schema>, organisationId: string): Promise<CaseSummary[]> {
  const rows = await casesOf(db, [organisationId]);
  return rows.map((row) => ({
    caseId: row.id,
    ...(row.case_type === null ? {} : { caseType: row.case_type }),
    ...(row.reference === null ? {} : { reference: row.reference }),
  }));
}

const casesOf = builtOnce((db) =>
  db
    .selectFrom('cases')
    .where('organisation_id', '=', '')
    .select(['id', 'case_type', 'reference'])
    .orderBy('id'),
);
