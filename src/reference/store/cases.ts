import type { Kysely } from 'kysely';
import type { Json } from '../json.ts';
import type { Schema } from '../schema.ts';
import { findRow, type OwnedRecord, replacing, rowOf } from './owned-records.ts';
import { isStorable } from './queries.ts';

export interface CaseSummary {
  readonly caseId: string;
  readonly caseType?: string;
  readonly reference?: string;
}

/** Stores case records, all or none. */
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

/** The record of a case of this organisation as JSON, if there is one. */
export async function readCase(
  db: Kysely<Schema>,
  organisationId: string,
  caseId: string,
): Promise<string | undefined> {
  return (await findRow(db, 'cases', organisationId, caseId))?.record;
}

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
