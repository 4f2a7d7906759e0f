import { type Kysely, sql } from 'kysely';
import { isPostgresUrl } from './postgres-url.ts';
import type { Schema } from './schema.ts';
import { openSqlite } from './sqlite.ts';
import { inTransaction, locksRows, waitForLock } from './store/queries.ts';

export type WithoutTables = 'create' | 'refuse';

/**
 * Opens a database: a SQLite file, `:memory:`, or the URL of a PostgreSQL database.
 * @throws {Error} if the database cannot be reached, belongs to another application, or does not have the
 *   tables of this version (code `TABLES_WRONG`). The database is then left unchanged.
 */
export async function openDatabase(
  name: string,
  withoutTables: WithoutTables = 'create',
): Promise<Kysely<Schema>> {
  // Imported late, since SQLite does not need the PostgreSQL package.
  const db = isPostgresUrl(name) ? (await import('./postgres.ts')).openPostgres(name) : openSqlite(name);
  try {
    const version = await versionIn(db);
    if (version === undefined && withoutTables === 'create') await createTables(db);
    else if (version !== tablesVersion) throw wrongTables(version);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

function wrongTables(version: number | undefined): Error {
  const message =
    version === undefined
      ? 'It has no tables. Start serve on it.'
      : `Its tables are of version ${version}, and not ${tablesVersion}. Use the version that made them, or another database.`;
  return Object.assign(new Error(message), { code: 'TABLES_WRONG' });
}

/** The version of the tables. A release that changes the tables must raise it, and upgrade older tables. */
const tablesVersion = 1;

async function versionIn(db: Kysely<Schema>): Promise<number | undefined> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'tables_version')) return undefined;
  const { rows } = await sql<{ version: number }>`SELECT version FROM tables_version`.execute(db);
  return rows[0]?.version;
}

/** Creates the tables, all or none. Other processes may create them at the same time. */
async function createTables(db: Kysely<Schema>): Promise<void> {
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
