import type { Kysely } from 'kysely';
import type { Entry, RecordKind } from '../entry.ts';
import type { Schema } from '../schema.ts';
import { parsedRecord } from './kept-record.ts';

/** Selects some records of a kind. */
type Selection =
  /** Records with these identifiers, case-insensitively where the kind is. */
  | { readonly ids: readonly string[] }
  /** At most `count` records with identifiers after this one, in order. */
  | { readonly after: string; readonly count: number };

/** Selects records of a kind from all organisations. */
export async function selectRecords(
  db: Kysely<Schema>,
  kind: RecordKind,
  selection: Selection,
): Promise<Entry[]> {
  if ('ids' in selection && selection.ids.length === 0) return [];
  const rows = await rowsOf(db, kind, selection).execute();
  return rows.map(({ id, owner, record }) => ({
    kind,
    id,
    organisationId: owner,
    record: parsedRecord(record),
  }));
}

function rowsOf(db: Kysely<Schema>, kind: RecordKind, selection: Selection) {
  switch (kind) {
    case 'organisation':
      return selected(db, 'organisations', selection).select(['id', 'id as owner', 'record']);
    case 'user':
      return selected(db, 'users', selection).select(['id', 'organisation_id as owner', 'record']);
    case 'client':
      return selected(db, 'clients', selection).select(['id', 'organisation_id as owner', 'record']);
    case 'case':
      return selected(db, 'cases', selection).select(['id', 'organisation_id as owner', 'record']);
  }
}

function selected(
  db: Kysely<Schema>,
  table: 'organisations' | 'users' | 'clients' | 'cases',
  selection: Selection,
) {
  const rows = db.selectFrom(table);
  if ('after' in selection)
    return rows.where('id', '>', selection.after).orderBy('id').limit(selection.count);
  return table === 'clients' || table === 'cases'
    ? rows.where(
        (eb) => eb.fn<string>('lower', ['id']),
        'in',
        selection.ids.map((id) => id.toLowerCase()),
      )
    : rows.where('id', 'in', selection.ids);
}
