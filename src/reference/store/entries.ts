import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { type Entry, identifierField, type RecordKind, recordKinds } from '../entry.ts';
import type { JsonObject } from '../json.ts';
import type { Schema } from '../schema.ts';
import { addOrganisation, addUser } from './organisations.ts';
import { inTransaction, waitForLock } from './queries.ts';
import { addCases, addClients } from './records.ts';

export type Imported =
  | { readonly kind: 'imported'; readonly added: number }
  | { readonly kind: 'refused'; readonly refusals: readonly Refusal[] };

export interface Refusal {
  readonly entry: Entry;
  /** What is wrong, as a sentence without a full stop that begins with the place in the line. */
  readonly complaint: string;
}

/**
 * Stores all entries or none. An entry that is already stored is skipped, so that an import can be repeated. An entry
 * that differs from the stored record is refused.
 */
export async function importEntries(db: Kysely<Schema>, entries: readonly Entry[]): Promise<Imported> {
  try {
    const added = await inTransaction(db, async (transaction) => {
      // Two concurrent imports would both find that a record is missing.
      await waitForLock(transaction);
      let count = 0;
      for (const kind of recordKinds) {
        const fresh = await newEntries(
          transaction,
          kind,
          entries.filter((entry) => entry.kind === kind),
        );
        await add(transaction, kind, fresh);
        count += fresh.length;
      }
      return count;
    });
    return { kind: 'imported', added };
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', refusals: error.refusals };
    throw error;
  }
}

class Refused extends Error {
  readonly refusals: readonly Refusal[];

  constructor(refusals: readonly Refusal[]) {
    super('Entries cannot be stored.');
    this.refusals = refusals;
  }
}

async function newEntries(
  db: Kysely<Schema>,
  kind: RecordKind,
  entries: readonly Entry[],
): Promise<readonly Entry[]> {
  const ids = entries.map(({ id }) => id);
  const known = new Map((await selectRecords(db, kind, { ids })).map((entry) => [keyOf(entry), entry]));
  const fresh: Entry[] = [];
  const refusals: Refusal[] = [];
  for (const entry of entries) {
    const there = known.get(keyOf(entry));
    if (there === undefined) {
      known.set(keyOf(entry), entry);
      fresh.push(entry);
    } else if (there.organisationId !== entry.organisationId || !isSame(there.record, entry.record)) {
      const complaint = `/record/${identifierField(kind)} is that of another ${kind}, or of this one with other fields`;
      refusals.push({ entry, complaint });
    }
  }
  const organisations = kind === 'organisation' ? undefined : await organisationsOf(db, fresh);
  for (const entry of fresh)
    if (organisations?.has(entry.organisationId) === false)
      refusals.push({ entry, complaint: '/organisationId is that of no organisation' });
  if (refusals.length > 0) throw new Refused(refusals);
  return fresh;
}

async function organisationsOf(db: Kysely<Schema>, entries: readonly Entry[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(entries.map(({ organisationId }) => organisationId))];
  return new Set((await selectRecords(db, 'organisation', { ids })).map(({ id }) => id));
}

/** The identifier for comparison. Identifiers of cases and clients are case-insensitive. */
function keyOf({ kind, id }: Entry): string {
  return kind === 'case' || kind === 'client' ? id.toLowerCase() : id;
}

/** Whether the stored record equals this record. The store turns -0 into 0, as JSON does. */
function isSame(there: JsonObject, record: JsonObject): boolean {
  return isDeepStrictEqual(there, record) || isDeepStrictEqual(there, JSON.parse(JSON.stringify(record)));
}

async function add(db: Kysely<Schema>, kind: RecordKind, entries: readonly Entry[]): Promise<void> {
  switch (kind) {
    case 'organisation':
      for (const entry of entries)
        if ((await addOrganisation(db, entry.record)) === undefined)
          throw new Refused([{ entry, complaint: '/record/subDomain is that of another organisation' }]);
      return;
    case 'user':
      for (const { organisationId, record } of entries) await addUser(db, organisationId, record);
      return;
    case 'client':
      return addClients(db, entries);
    case 'case':
      return addCases(db, entries);
  }
}

const pageSize = 200;

/**
 * Yields all records in the order in which they can be imported: each after the records that it belongs to. A record
 * that changes during the export is old or new, never mixed. A record that is created meanwhile may be missing, with
 * all that belongs to it.
 */
export async function* exportEntries(db: Kysely<Schema>): AsyncGenerator<Entry> {
  const shown = new Set<string>();
  for (const kind of recordKinds) {
    let after = '';
    for (;;) {
      const page = await selectRecords(db, kind, { after, count: pageSize });
      if (kind === 'organisation') for (const { id } of page) shown.add(id);
      yield* page.filter(({ organisationId }) => shown.has(organisationId));
      const last = page.at(-1);
      if (last === undefined) break;
      after = last.id;
    }
  }
}

const tables = { organisation: 'organisations', user: 'users', client: 'clients', case: 'cases' } as const;

/**
 * Selects records of one kind from all organisations: the records with the given identifiers, or the next `count` after
 * an identifier, in order.
 */
async function selectRecords(
  db: Kysely<Schema>,
  kind: RecordKind,
  selection: { readonly ids: readonly string[] } | { readonly after: string; readonly count: number },
): Promise<Entry[]> {
  if ('ids' in selection && selection.ids.length === 0) return [];
  const table = tables[kind];
  const owner = table === 'organisations' ? 'id' : 'organisation_id';
  const all = db.selectFrom(table).select(['id', 'record', sql.ref<string>(owner).as('owner')]);
  const rows =
    'ids' in selection
      ? all.where(
          ({ fn }) => fn<string>('lower', ['id']),
          'in',
          selection.ids.map((id) => id.toLowerCase()),
        )
      : all.where('id', '>', selection.after).orderBy('id').limit(selection.count);
  return (await rows.execute()).map(({ id, owner, record }) => ({
    kind,
    id,
    organisationId: owner,
    record: JSON.parse(record) as JsonObject,
  }));
}
