import type { Kysely } from 'kysely';
import type { JsonAsSent } from '../json.ts';
import type { Schema } from '../schema.ts';
import { type Enquiry, splitCase } from './case-sources.ts';
import { enquiryKind, keptRecord, parsedRecord, renewRecord } from './kept-record.ts';
import { toNamedValues } from './named-values.ts';
import { type OwnedRecord, replacing } from './owned-record.ts';
import { builtOnce, insertion, inTransaction, isStorable, locksRows, sameId } from './queries.ts';

export interface CaseSummary {
  readonly caseId: string;
  readonly caseType?: string;
  readonly reference?: string;
}

/** Stores merged records, all or none, each split into its sources. */
export async function addCases(db: Kysely<Schema>, cases: readonly OwnedRecord[]): Promise<void> {
  const all = cases.map(({ organisationId, record }) => ({ organisationId, ...splitCase(record) }));
  await inTransaction(db, async (transaction) => {
    await insertCases(
      transaction,
      all.map(({ organisationId, ...sources }) => ({
        id: sources.id,
        organisation_id: organisationId,
        case_type: sources.caseType,
        reference: sources.reference,
        price: sources.price,
        record: keptRecord(sources),
      })),
    );
    await insertAddresses(
      transaction,
      all.flatMap(({ id, address }) =>
        address === null ? [] : [{ case_id: id, value: JSON.stringify(address) }],
      ),
    );
    await insertLocations(
      transaction,
      all.flatMap(({ id, location }) => (location === null ? [] : [{ case_id: id, ...location }])),
    );
    await insertDataPoints(
      transaction,
      all.flatMap(({ id, dataPoints }) => toNamedValues(dataPoints).map((row) => ({ case_id: id, ...row }))),
    );
    await insertTasks(
      transaction,
      all.flatMap(({ id, enquiries }) => taskRows(id, enquiries)),
    );
  });
}

const insertCases = insertion(
  ['id', 'organisation_id', 'case_type', 'reference', 'price', 'record'],
  (db, rows: Schema['cases'][]) => db.insertInto('cases').values(rows),
);
const insertAddresses = insertion(['case_id', 'value'], (db, rows: Schema['case_addresses'][]) =>
  db.insertInto('case_addresses').values(rows),
);
const insertLocations = insertion(
  ['case_id', 'latitude', 'longitude'],
  (db, rows: Schema['case_locations'][]) => db.insertInto('case_locations').values(rows),
);
const insertDataPoints = insertion(['case_id', 'name', 'value'], (db, rows: Schema['data_points'][]) =>
  db.insertInto('data_points').values(rows),
);
const insertTasks = insertion(
  ['case_id', 'kind', 'name', 'completed', 'value'],
  (db, rows: Schema['tasks'][]) => db.insertInto('tasks').values(rows),
);

export const replaceCase = replacing(takeCase, addCases);

/** Removes and returns a case of any organisation. */
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
    await insertTasks(transaction, taskRows(caseId, enquiries));
    await renewRecord(transaction, caseId);
  });
}

/** Blocks other changes of the case until the end of the transaction. */
async function lockCase(db: Kysely<Schema>, caseId: string): Promise<void> {
  await db
    .selectFrom('cases')
    .where('id', '=', caseId)
    .select('id')
    .$if(locksRows(db), (query) => query.forUpdate())
    .execute();
}

function taskRows(caseId: string, enquiries: readonly Enquiry[]): Schema['tasks'][] {
  return enquiries.flatMap(({ name, completed, form }) =>
    toNamedValues({ [name]: form }).map((row) => ({
      case_id: caseId,
      kind: enquiryKind,
      completed: completed ? 1 : 0,
      ...row,
    })),
  );
}

/** The merged record of a case of this organisation as it is sent, if there is one. */
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

/** At most `count` cases, with identifiers after this one. */
export interface CasePage {
  readonly after: string;
  readonly count: number;
}

/** The cases of an organisation, ordered by identifier: all, or one page. */
export async function listCases(
  db: Kysely<Schema>,
  organisationId: string,
  page?: CasePage,
): Promise<CaseSummary[]> {
  const rows =
    page === undefined
      ? await casesOf(db, [organisationId])
      : await casesAfter(db, [organisationId, isStorable(page.after) ? page.after : '', page.count]);
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

const casesAfter = builtOnce((db) =>
  db
    .selectFrom('cases')
    .where('organisation_id', '=', '')
    .where('id', '>', '')
    .select(['id', 'case_type', 'reference'])
    .orderBy('id')
    .limit(1),
);
