import { type Kysely, sql } from 'kysely';
import { locksRows } from '../store/queries.ts';

export async function createTables(db: Kysely<unknown>): Promise<void> {
  const columns = locksRows(db) ? postgres : sqlite;
  for (const statement of statements(columns)) await sql.raw(statement).execute(db);
}

/** The column types of each kind of database. PostgreSQL compares `text` bytewise, in every locale. */
const sqlite = { text: 'TEXT', json: 'TEXT' };
// JSON is stored as written: `jsonb` would refuse characters that a record may contain.
const postgres = { text: 'TEXT COLLATE "C"', json: 'JSON' };

// Identifiers are looked up without regard to letter case.
const statements = ({ text, json }: typeof sqlite) => [
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
  // Lets the database read only the rows of a page.
  'CREATE INDEX cases_in_order ON cases (organisation_id, id)',
  'CREATE INDEX clients_by_id ON clients (lower(id))',
];
