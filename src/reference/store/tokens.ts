import { hash, timingSafeEqual } from 'node:crypto';
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
  /** From when on it is not valid any more; without it, it stays valid until it is revoked. */
  readonly expiresAt?: Date;
}

/** Stores an API token of a user: its hash, what it permits, and how long. Returns the identifier of its key. */
export async function addToken(
  db: Kysely<Schema>,
  { token, userId, permissions, revoked, expiresAt }: NewToken,
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

/** The caller a token stands for; undefined when there is no such token, or it is revoked or expired. */
export async function findCaller(db: Kysely<Schema>, token: string): Promise<Caller | undefined> {
  const tokenHash = hashOf(token);
  const [row] = await callerOf(db, [idOf(tokenHash)]);
  if (row === undefined || !isSame(row.token_hash, tokenHash) || isOver(row.expires_at)) {
    return undefined;
  }
  return {
    userId: row.id,
    organisationId: row.organisation_id,
    subDomain: row.sub_domain === null ? null : fromColumn(row.sub_domain),
    permissions: permissionsIn(row.permissions),
  };
}

const callerOf = builtOnce((db) =>
  db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .innerJoin('organisations', 'organisations.id', 'users.organisation_id')
    .where('api_tokens.id', '=', '')
    .where('api_tokens.revoked_at', 'is', null)
    .select([
      'users.id',
      'users.organisation_id',
      'organisations.sub_domain',
      'api_tokens.permissions',
      'api_tokens.token_hash',
      'api_tokens.expires_at',
    ]),
);

/** Those of the permissions in a column that this version knows. */
export function permissionsIn(column: string): Permission[] {
  return (JSON.parse(column) as unknown[]).filter(isPermission);
}

/** Whether an instant, if there is one, has come. */
export function isOver(instant: string | null): boolean {
  return instant !== null && Date.parse(instant) <= Date.now();
}

// A token is long and random, so a plain digest suffices: there is no password to guess.
function hashOf(token: string): string {
  return hash('sha256', token);
}

/** What a key is found and named by: too little of the hash to be compared with in place of the whole. */
function idOf(tokenHash: string): string {
  return tokenHash.slice(0, 16);
}

/** Takes as long where they differ early as where they differ late, so that nothing is learned of the hash that is kept. */
function isSame(kept: string, given: string): boolean {
  return timingSafeEqual(Buffer.from(kept), Buffer.from(given));
}
