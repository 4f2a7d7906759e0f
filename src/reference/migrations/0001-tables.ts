import { type Kysely, sql } from 'kysely';
import { type ColumnTypes, typesOf } from './column-types.ts';

/** Creates the tables that are not there: files of the time before there were migrations have them. */
export async function createTables(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements(typesOf(db))) await sql.raw(statement).execute(db);
}

// Identifiers are looked up without regard to letter case.
const statements = ({ text, json }: Pick<ColumnTypes, 'text' | 'json'>) => [
  `CREATE TABLE IF NOT EXISTS organisations (id ${text} PRIMARY KEY, sub_domain ${text} UNIQUE, record ${json} NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS users (
    id ${text} PRIMARY KEY, organisation_id ${text} NOT NULL REFERENCES organisations (id), record ${json} NOT NULL
  )`,
  `CREATE TABLE IF NOT EXISTS api_tokens (
    token_hash ${text} PRIMARY KEY, user_id ${text} NOT NULL REFERENCES users (id), permissions ${json} NOT NULL,
    revoked_at ${text}
  )`,
  `CREATE TABLE IF NOT EXISTS clients (
    id ${text} PRIMARY KEY, organisation_id ${text} NOT NULL REFERENCES organisations (id)
  )`,
  `CREATE TABLE IF NOT EXISTS client_fields (
    client_id ${text} NOT NULL REFERENCES clients (id), name ${text} NOT NULL, value ${json} NOT NULL,
    PRIMARY KEY (client_id, name)
  )`,
  `CREATE TABLE IF NOT EXISTS cases (
    id ${text} PRIMARY KEY, organisation_id ${text} NOT NULL REFERENCES organisations (id),
    case_type ${text}, reference ${text}, price DOUBLE PRECISION
  )`,
  `CREATE TABLE IF NOT EXISTS case_addresses (case_id ${text} PRIMARY KEY REFERENCES cases (id), value ${json} NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS case_locations (
    case_id ${text} PRIMARY KEY REFERENCES cases (id), latitude DOUBLE PRECISION, longitude DOUBLE PRECISION
  )`,
  `CREATE TABLE IF NOT EXISTS data_points (
    case_id ${text} NOT NULL REFERENCES cases (id), name ${text} NOT NULL, value ${json} NOT NULL,
    PRIMARY KEY (case_id, name)
  )`,
  `CREATE TABLE IF NOT EXISTS tasks (
    case_id ${text} NOT NULL REFERENCES cases (id), kind ${text} NOT NULL, name ${text} NOT NULL,
    completed INTEGER NOT NULL, value ${json} NOT NULL,
    PRIMARY KEY (case_id, kind, name)
  )`,
  'CREATE INDEX IF NOT EXISTS cases_by_organisation ON cases (organisation_id)',
  'CREATE INDEX IF NOT EXISTS cases_by_id ON cases (lower(id))',
  'CREATE INDEX IF NOT EXISTS clients_by_id ON clients (lower(id))',
];

/** The names of the tables. */
export const tableNames: readonly string[] = statements({ text: '', json: '' }).flatMap(
  (statement) => /^CREATE TABLE IF NOT EXISTS (\w+)/.exec(statement)?.[1] ?? [],
);
