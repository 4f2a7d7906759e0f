import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Permission } from '../operations.ts';
import type { Schema } from '../schema.ts';
import { subDomainColumn, subDomainIn } from './queries.ts';
import { addToken, isExpired, type NewToken, permissionsIn } from './tokens.ts';

/** An API key as it is listed: without its token, which is only shown when the key is created. */
export interface Key {
  readonly id: string;
  readonly organisation: string | undefined;
  readonly userId: string;
  readonly permissions: readonly Permission[];
  readonly status: 'valid' | 'expired' | 'revoked';
  readonly createdAt: string;
  readonly expiresAt: string | undefined;
}

type NewKey = Pick<NewToken, 'userId' | 'permissions' | 'expiresAt'>;

/** Creates a key for a user, and returns its token. The token is not stored, so it cannot be shown again. */
export async function createKey(db: Kysely<Schema>, key: NewKey) {
  // The prefix lets secret scanners recognise such a token.
  const token = `case_${randomBytes(32).toString('base64url')}`;
  return { id: await addToken(db, { ...key, token }), token };
}

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
    status: row.revoked_at !== null ? 'revoked' : isExpired(row.expires_at) ? 'expired' : 'valid',
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
  }));
}

/** Revokes a key, also repeatedly. Returns whether the key exists. */
export async function revokeKey(db: Kysely<Schema>, id: string): Promise<boolean> {
  const revoked = await db
    .updateTable('api_tokens')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(new Date().toISOString())) }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return revoked !== undefined;
}
