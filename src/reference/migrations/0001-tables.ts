import { type Kysely, sql } from 'kysely';
import { type ColumnTypes, typesOf } from './column-types.ts';

export async function createTables(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements(typesOf(db))) await sql.raw(statement).execute(db);
}

// Identifiers are looked up without regard to letter case.
const statements = ({ text, json, sent }: ColumnTypes) => [
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
    id ${text} PRIMARY KEY, organisation_id ${text} NOT NULL REFERENCES organisations (id),
    case_type ${text}, reference ${text}, price DOUBLE PRECISION, record ${sent} NOT NULL
  )`,
  `CREATE TABLE case_addresses (case_id ${text} PRIMARY KEY REFERENCES cases (id), value ${json} NOT NULL)`,
  `CREATE TABLE case_locations (
    case_id ${text} PRIMARY KEY REFERENCES cases (id), latitude DOUBLE PRECISION, longitude DOUBLE PRECISION
  )`,
  `CREATE TABLE data_points (
    case_id ${text} NOT NULL REFERENCES cases (id), name ${text} NOT NULL, value ${json} NOT NULL,
    PRIMARY KEY (case_id, name)
  )`,
  `CREATE TABLE tasks (
    case_id ${text} NOT NULL REFERENCES cases (id), kind ${text} NOT NULL, name ${text} NOT NULL,
    completed INTEGER NOT NULL, value ${json} NOT NULL,
    PRIMARY KEY (case_id, kind, name)
  )`,
  'CREATE UNIQUE INDEX api_tokens_by_id ON api_tokens (id)',
  'CREATE INDEX cases_by_id ON cases (lower(id))',
  // Lets the database read only the rows of a page.
  'CREATE INDEX cases_in_order ON cases (organisation_id, id)',
  'CREATE INDEX clients_by_id ON clients (lower(id))',
];
