import { hash, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type Permission, permissions } from '../operations.ts';
import type { Schema } from '../schema.ts';
import { builtOnce, subDomainIn } from './queries.ts';

export interface Caller {
  readonly userId: string;
  readonly organisationId: string;
  /** The sub-domain of the caller's organisation, in lower case. */
  readonly subDomain: string | null;
  readonly permissions: readonly Permission[];
}

export interface NewToken {
  readonly token: string;
  readonly userId: string;
  readonly permissions: readonly Permission[];
  readonly revoked?: boolean;
  /** The time at which the token expires. Default: never. */
  readonly expiresAt?: Date;
}

/** Stores the hash of a user's token, with its permissions and expiry. Returns the id of the key. */
export async function addToken(
  db: Kysely<Schema>,
  { token, userId, permissions, revoked = false, expiresAt }: NewToken,
): Promise<string> {
  const tokenHash = hashOf(token);
  const now = new Date().toISOString();
  await db
    .insertInto('api_tokens')
    .values({
      id: idOf(tokenHash),
      token_hash: tokenHash,
      user_id: userId,
      permissions: JSON.stringify(permissions),
      created_at: now,
      expires_at: expiresAt?.toISOString() ?? null,
      revoked_at: revoked ? now : null,
    })
    .execute();
  return idOf(tokenHash);
}

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

/** The user of a token. Undefined if the token does not exist, is revoked or has expired. */
export async function findCaller(db: Kysely<Schema>, token: string): Promise<Caller | undefined> {
  const tokenHash = hashOf(token);
  const [row] = await callerOf(db, [idOf(tokenHash)]);
  if (row === undefined || !isSame(row.token_hash, tokenHash) || isExpired(row.expires_at)) return undefined;
  return {
    userId: row.id,
    organisationId: row.organisation_id,
    subDomain: row.sub_domain === null ? null : subDomainIn(row.sub_domain),
    permissions: permissionsIn(row.permissions),
  };
}

const callerOf = builtOnce((db) =>
  db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .innerJoin('organisations', 'organisations.id', 'users.organisation_id')
    .where('api_tokens.id', '=', '')
    .where('revoked_at', 'is', null)
    .select(['users.id', 'organisation_id', 'sub_domain', 'permissions', 'token_hash', 'expires_at']),
);

/** The permissions in a column, without permissions that this version does not know. */
export function permissionsIn(column: string): Permission[] {
  const stored: readonly unknown[] = JSON.parse(column);
  return permissions.filter((permission) => stored.includes(permission));
}

export function isExpired(instant: string | null): boolean {
  return instant !== null && Date.parse(instant) <= Date.now();
}

// A plain hash is enough, since a long random token cannot be guessed as a password can.
function hashOf(token: string): string {
  return hash('sha256', token);
}

/** The id of a key: the first 64 bits of the hash. The id finds the row, and then the whole hash is compared. */
function idOf(tokenHash: string): string {
  return tokenHash.slice(0, 16);
}

/** Compares in constant time, so the duration reveals nothing about the stored hash. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
