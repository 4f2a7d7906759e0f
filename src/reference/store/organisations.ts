import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { JsonObject } from '../json.ts';
import type { Schema } from '../schema.ts';
import { inTransaction, subDomainColumn } from './queries.ts';

/**
 * Stores an organisation. Returns its id, which is new if the record has none. Undefined if another organisation has
 * the same sub-domain.
 */
export async function addOrganisation(db: Kysely<Schema>, record: JsonObject): Promise<string | undefined> {
  const { id = randomUUID(), subDomain } = record;
  const added = await db
    .insertInto('organisations')
    .values({
      id: String(id),
      sub_domain: typeof subDomain === 'string' ? subDomainColumn(subDomain) : null,
      record: JSON.stringify({ id, ...record }),
    })
    .onConflict((conflict) => conflict.column('sub_domain').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id;
}

export async function addUser(
  db: Kysely<Schema>,
  organisationId: string,
  record: JsonObject,
): Promise<string> {
  const id = String(record.id ?? randomUUID());
  await db
    .insertInto('users')
    .values({ id, organisation_id: organisationId, record: JSON.stringify({ id, ...record }) })
    .execute();
  return id;
}

/**
 * Creates an organisation with its first user, both or neither (interface 4.3). Returns undefined if another
 * organisation has the same sub-domain.
 */
export async function createOrganisation(
  db: Kysely<Schema>,
  organisation: JsonObject,
  user: JsonObject,
): Promise<{ readonly organisation: JsonObject; readonly user: JsonObject } | undefined> {
  return inTransaction(db, async (transaction) => {
    const id = await addOrganisation(transaction, organisation);
    if (id === undefined) return undefined;
    const userId = await addUser(transaction, id, user);
    return { organisation: { id, ...organisation }, user: { id: userId, ...user } };
  });
}

/**
 * Gives a sub-domain to an organisation, or takes it from its owner if `organisationId` is undefined.
 * @returns the former owner, if any
 */
export async function assignSubDomain(
  db: Kysely<Schema>,
  subDomain: string,
  organisationId: string | undefined,
): Promise<string | undefined> {
  const name = subDomainColumn(subDomain);
  return inTransaction(db, async (transaction) => {
    const former = await transaction
      .updateTable('organisations')
      .set({ sub_domain: null })
      .where('sub_domain', '=', name)
      .returning('id')
      .executeTakeFirst();
    if (organisationId !== undefined)
      await transaction
        .updateTable('organisations')
        .set({ sub_domain: name })
        .where('id', '=', organisationId)
        .execute();
    return former?.id;
  });
}

export async function readOrganisation(db: Kysely<Schema>, id: string): Promise<JsonObject | undefined> {
  const row = await db.selectFrom('organisations').where('id', '=', id).select('record').executeTakeFirst();
  return row === undefined ? undefined : (JSON.parse(row.record) as JsonObject);
}

export async function organisationAt(db: Kysely<Schema>, subDomain: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('organisations')
    .where('sub_domain', '=', subDomainColumn(subDomain))
    .select('id')
    .executeTakeFirst();
  return row?.id;
}

export async function usersOf(db: Kysely<Schema>, subDomain: string): Promise<readonly string[] | undefined> {
  const rows = await db
    .selectFrom('organisations')
    .leftJoin('users', 'users.organisation_id', 'organisations.id')
    .where('sub_domain', '=', subDomainColumn(subDomain))
    .select('users.id')
    .orderBy('users.id')
    .execute();
  return rows.length === 0 ? undefined : rows.flatMap(({ id }) => id ?? []);
}
