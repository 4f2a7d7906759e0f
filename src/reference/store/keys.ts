import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Permission } from '../permissions.ts';
import type { Schema } from '../schema.ts';
import { fromColumn, toColumn } from './named-values.ts';
import { addToken, isOver, type NewToken, permissionsIn } from './tokens.ts';

/** What is known of a key. Its token is not: it is shown once, when the key is made. */
export interface Key {
  readonly id: string;
  /** Sub-domain of the organisation of its user, where it has one. */
  readonly organisation: string | undefined;
  readonly userId: string;
  readonly permissions: readonly Permission[];
  readonly standing: 'valid' | 'expired' | 'revoked';
  /** ISO 8601. */
  readonly createdAt: string;
  readonly expiresAt: string | undefined;
}

export type NewKey = Pick<NewToken, 'userId' | 'permissions' | 'expiresAt'>;

/** Makes a key of a user, and returns its token, which is shown nowhere again. */
export async function createKey(
  db: Kysely<Schema>,
  key: NewKey,
): Promise<{ readonly id: string; readonly token: string }> {
  // What it begins with tells those who search for lost secrets what they have found.
  const token = `case_${randomBytes(32).toString('base64url')}`;
  return { id: await addToken(db, { ...key, token, revoked: false }), token };
}

/** The keys of every organisation, or of that with a sub-domain, by organisation, and then in the order in which they were made. */
export async function listKeys(db: Kysely<Schema>, subDomain?: string): Promise<Key[]> {
  const rows = await db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .innerJoin('organisations', 'organisations.id', 'users.organisation_id')
    .$if(subDomain !== undefined, (query) =>
      query.where('organisations.sub_domain', '=', toColumn(String(subDomain).toLowerCase())),
    )
    .select(['api_tokens.id', 'organisations.sub_domain', 'user_id', 'permissions'])
    .select(['created_at', 'expires_at', 'revoked_at'])
    .orderBy('organisations.sub_domain')
    .orderBy('created_at')
    .orderBy('api_tokens.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    organisation: row.sub_domain === null ? undefined : fromColumn(row.sub_domain),
    userId: row.user_id,
    permissions: permissionsIn(row.permissions),
    standing: row.revoked_at !== null ? 'revoked' : isOver(row.expires_at) ? 'expired' : 'valid',
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
  }));
}

/**
 * Revokes a key for good.
 * @returns whether there is such a key; one that was revoked before stays so
 */
export async function revokeKey(db: Kysely<Schema>, id: string): Promise<boolean> {
  const revoked = await db
    .updateTable('api_tokens')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(new Date().toISOString())) }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return revoked !== undefined;
}
