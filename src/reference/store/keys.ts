import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Permission } from '../operations.ts';
import type { Schema } from '../schema.ts';
import { subDomainColumn, subDomainIn } from './queries.ts';
import { addToken, isOver, type NewToken, permissionsIn } from './tokens.ts';

/** A key without its token, which is shown once, when the key is created. */
export interface Key {
  readonly id: string;
  /** Sub-domain of its user's organisation, if it has one. */
  readonly organisation: string | undefined;
  readonly userId: string;
  readonly permissions: readonly Permission[];
  readonly standing: 'valid' | 'expired' | 'revoked';
  /** ISO 8601. */
  readonly createdAt: string;
  readonly expiresAt: string | undefined;
}

export type NewKey = Pick<NewToken, 'userId' | 'permissions' | 'expiresAt'>;

/** Creates a key for a user and returns its token, which cannot be shown again. */
export async function createKey(
  db: Kysely<Schema>,
  key: NewKey,
): Promise<{ readonly id: string; readonly token: string }> {
  // Secret scanners recognise the prefix.
  const token = `case_${randomBytes(32).toString('base64url')}`;
  return { id: await addToken(db, { ...key, token }), token };
}

/** The keys of all organisations, or of the one with this sub-domain, ordered by organisation and creation. */
export async function listKeys(db: Kysely<Schema>, subDomain?: string): Promise<Key[]> {
  const rows = await db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .innerJoin('organisations', 'organisations.id', 'users.organisation_id')
    .$if(subDomain !== undefined, (query) =>
      query.where('organisations.sub_domain', '=', subDomainColumn(String(subDomain))),
    )
    .select(['api_tokens.id', 'organisations.sub_domain', 'user_id', 'permissions'])
    .select(['created_at', 'expires_at', 'revoked_at'])
    .orderBy('organisations.sub_domain')
    .orderBy('created_at')
    .orderBy('api_tokens.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    organisation: row.sub_domain === null ? undefined : subDomainIn(row.sub_domain),
    userId: row.user_id,
    permissions: permissionsIn(row.permissions),
    standing: row.revoked_at !== null ? 'revoked' : isOver(row.expires_at) ? 'expired' : 'valid',
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
  }));
}

/**
 * Revokes a key permanently.
 * @returns whether the key exists; one that was revoked before stays revoked
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
