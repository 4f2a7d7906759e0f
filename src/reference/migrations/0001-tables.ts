import { type Kysely, sql } from 'kysely';

/** Creates the tables that are not there: files of the time before there were migrations have them. */
export async function createTables(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

// Identifiers are looked up without regard to letter case.
const statements = [
  'CREATE TABLE IF NOT EXISTS organisations (id TEXT PRIMARY KEY, sub_domain TEXT UNIQUE, record TEXT NOT NULL)',
  `CREATE TABLE IF NOT EXISTS users (
    id TEXT PRIMARY KEY, organisation_id TEXT NOT NULL REFERENCES organisations (id), record TEXT NOT NULL
  )`,
  `CREATE TABLE IF NOT EXISTS api_tokens (
    token_hash TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id), permissions TEXT NOT NULL,
    revoked_at TEXT
  )`,
  `CREATE TABLE IF NOT EXISTS clients (
    id TEXT PRIMARY KEY, organisation_id TEXT NOT NULL REFERENCES organisations (id)
  )`,
  `CREATE TABLE IF NOT EXISTS client_fields (
    client_id TEXT NOT NULL REFERENCES clients (id), name TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (client_id, name)
  )`,
  `CREATE TABLE IF NOT EXISTS cases (
    id TEXT PRIMARY KEY, organisation_id TEXT NOT NULL REFERENCES organisations (id),
    case_type TEXT, reference TEXT, price DOUBLE PRECISION
  )`,
  'CREATE TABLE IF NOT EXISTS case_addresses (case_id TEXT PRIMARY KEY REFERENCES cases (id), value TEXT NOT NULL)',
  `CREATE TABLE IF NOT EXISTS case_locations (
    case_id TEXT PRIMARY KEY REFERENCES cases (id), latitude DOUBLE PRECISION, longitude DOUBLE PRECISION
  )`,
  `CREATE TABLE IF NOT EXISTS data_points (
    case_id TEXT NOT NULL REFERENCES cases (id), name TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (case_id, name)
  )`,
  `CREATE TABLE IF NOT EXISTS tasks (
    case_id TEXT NOT NULL REFERENCES cases (id), kind TEXT NOT NULL, name TEXT NOT NULL,
    completed INTEGER NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (case_id, kind, name)
  )`,
  'CREATE INDEX IF NOT EXISTS cases_by_organisation ON cases (organisation_id)',
  'CREATE INDEX IF NOT EXISTS cases_by_id ON cases (lower(id))',
  'CREATE INDEX IF NOT EXISTS clients_by_id ON clients (lower(id))',
];

/** The names of the tables. */
export const tableNames: readonly string[] = statements.flatMap(
  (statement) => /^CREATE TABLE IF NOT EXISTS (\w+)/.exec(statement)?.[1] ?? [],
);
