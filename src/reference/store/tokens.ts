import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { isPermission, type Permission } from '../permissions.ts';
import type { Schema } from '../schema.ts';
import { fromColumn } from './named-values.ts';
import { builtOnce } from './queries.ts';

/** The user whose token came with a request. */
export interface Caller {
  readonly userId: string;
  readonly organisationId: string;
  /** Sub-domain of the caller's organisation, in lower case. */
  readonly subDomain: string | null;
  readonly permissions: readonly Permission[];
}

export interface NewToken {
  readonly token: string;
  readonly userId: string;
  readonly permissions: readonly Permission[];
  readonly revoked: boolean;
}

/** Stores an API token of a user: its hash, what it permits, and whether it is revoked. */
export async function addToken(
  db: Kysely<Schema>,
  { token, userId, permissions, revoked }: NewToken,
): Promise<void> {
  await db
    .insertInto('api_tokens')
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      permissions: JSON.stringify(permissions),
      revoked_at: revoked ? new Date().toISOString() : null,
    })
    .execute();
}

/** Gives a token these permissions in place of those that it has. */
export async function setPermissions(
  db: Kysely<Schema>,
  token: string,
  permissions: readonly Permission[],
): Promise<void> {
  await db
    .updateTable('api_tokens')
    .set({ permissions: JSON.stringify(permissions) })
    .where('token_hash', '=', hashOf(token))
    .execute();
}

/** The caller a token stands for; undefined when there is no such token or it is revoked. */
export async function findCaller(db: Kysely<Schema>, token: string): Promise<Caller | undefined> {
  const [row] = await callerOf(db, [hashOf(token)]);
  if (row === undefined) {
    return undefined;
  }
  const permissions = JSON.parse(row.permissions) as unknown[];
  return {
    userId: row.id,
    organisationId: row.organisation_id,
    subDomain: row.sub_domain === null ? null : fromColumn(row.sub_domain),
    permissions: permissions.filter(isPermission),
  };
}

const callerOf = builtOnce((db) =>
  db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .innerJoin('organisations', 'organisations.id', 'users.organisation_id')
    .where('api_tokens.token_hash', '=', '')
    .where('api_tokens.revoked_at', 'is', null)
    .select(['users.id', 'users.organisation_id', 'organisations.sub_domain', 'api_tokens.permissions']),
);

// A token is long and random, so a plain digest suffices: there is no password to guess.
function hashOf(token: string): string {
  return hash('sha256', token);
}
