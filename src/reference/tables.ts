import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';
import { inTransaction, locksRows, waitForLock } from './store/queries.ts';

/** The version of the tables. A release that changes the tables must raise it, and upgrade older tables. */
export const tablesVersion = 1;

export async function versionIn(db: Kysely<Schema>): Promise<number | undefined> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'tables_version')) return undefined;
  const { rows } = await sql<{ version: number }>`SELECT version FROM tables_version`.execute(db);
  return rows[0]?.version;
}

/** Creates the tables, all or none. Other processes may create them at the same time. */
export async function createTables(db: Kysely<Schema>): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const columns = locksRows(transaction) ? postgres : sqlite;
    // In PostgreSQL, even IF NOT EXISTS fails if two processes create the same table.
    await waitForLock(transaction);
    if ((await versionIn(transaction)) !== undefined) return;
    for (const statement of statements(columns)) await sql.raw(statement).execute(transaction);
  });
}

/** Column types for each kind of database. With COLLATE "C", PostgreSQL compares texts by bytes in every locale. */
const sqlite = { text: 'TEXT', json: 'TEXT' };
// Not `jsonb`, which refuses some characters that a record may contain.
const postgres = { text: 'TEXT COLLATE "C"', json: 'JSON' };

// The indices on lower(id) are for look-ups, since identifiers are case-insensitive.
const statements = ({ text, json }: typeof sqlite) => [
  'CREATE TABLE tables_version (version INTEGER NOT NULL)',
  `INSERT INTO tables_version VALUES (${tablesVersion})`,
  `CREATE TABLE organisations (id ${text} PRIMARY KEY, sub_domain ${text} UNIQUE, record ${json} NOT NULL)`,
  `CREATE TABLE users (
    id ${text} PRIMARY KEY, organisation_id ${text} NOT NULL REFERENCES organisations (id), record ${json} NOT NULL
  )`,
  `CREATE TABLE api_tokens (
    id ${text} NOT NULL, token_hash ${text} PRIMARY KEY, user_id ${text} NOT NULL REFERENCES users (id),
    permissions ${json} NOT NULL, created_at ${text} NOT NULL, expires_at ${text}, revoked_at ${text}
  )`,
  `CREATE TABLE clients (
    id ${text} PRIMARY KEY, organisation_id ${text} NOT NULL REFERENCES organisations (id), record ${json} NOT NULL
  )`,
  `CREATE TABLE cases (
    id ${text} PRIMARY KEY, organisation_id ${text} NOT NULL REFERENCES organisations (id), record ${json} NOT NULL,
    case_type ${text}, reference ${text}
  )`,
  'CREATE UNIQUE INDEX api_tokens_by_id ON api_tokens (id)',
  'CREATE INDEX cases_by_id ON cases (lower(id))',
  // With this index, the database reads only the rows of one page.
  'CREATE INDEX cases_in_order ON cases (organisation_id, id)',
  'CREATE INDEX clients_by_id ON clients (lower(id))',
];
