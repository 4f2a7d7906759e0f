/**
 * The tables. Columns named `value`, `record` and `permissions` hold JSON as text, booleans are integers and
 * instants are ISO 8601 text.
 */
export interface Schema {
  organisations: {
    id: string;
    /** In lower case, since host names are compared so; null when the organisation has none. */
    sub_domain: string | null;
    record: string;
  };
  users: { id: string; organisation_id: string; record: string };
  api_tokens: {
    /** SHA-256 in hexadecimal. The token itself is stored nowhere. */
    token_hash: string;
    user_id: string;
    permissions: string;
    revoked_at: string | null;
  };
  clients: { id: string; organisation_id: string };
  client_fields: { client_id: string; name: string; value: string };
  cases: {
    id: string;
    organisation_id: string;
    case_type: string | null;
    reference: string | null;
    price: number | null;
  };
  case_addresses: { case_id: string; value: string };
  case_locations: { case_id: string; latitude: number | null; longitude: number | null };
  data_points: { case_id: string; name: string; value: string };
  tasks: { case_id: string; kind: string; name: string; completed: number; value: string };
}

/** Creates the tables that are not there yet, all or none. Identifiers are looked up without regard to letter case. */
export const createTables = `
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS organisations (id TEXT PRIMARY KEY, sub_domain TEXT UNIQUE, record TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS users (
  id TEXT PRIMARY KEY, organisation_id TEXT NOT NULL REFERENCES organisations (id), record TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS api_tokens (
  token_hash TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id), permissions TEXT NOT NULL, revoked_at TEXT
);
CREATE TABLE IF NOT EXISTS clients (
  id TEXT PRIMARY KEY, organisation_id TEXT NOT NULL REFERENCES organisations (id)
);
CREATE TABLE IF NOT EXISTS client_fields (
  client_id TEXT NOT NULL REFERENCES clients (id), name TEXT NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (client_id, name)
);
CREATE TABLE IF NOT EXISTS cases (
  id TEXT PRIMARY KEY, organisation_id TEXT NOT NULL REFERENCES organisations (id),
  case_type TEXT, reference TEXT, price DOUBLE PRECISION
);
CREATE TABLE IF NOT EXISTS case_addresses (case_id TEXT PRIMARY KEY REFERENCES cases (id), value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS case_locations (
  case_id TEXT PRIMARY KEY REFERENCES cases (id), latitude DOUBLE PRECISION, longitude DOUBLE PRECISION
);
CREATE TABLE IF NOT EXISTS data_points (
  case_id TEXT NOT NULL REFERENCES cases (id), name TEXT NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (case_id, name)
);
CREATE TABLE IF NOT EXISTS tasks (
  case_id TEXT NOT NULL REFERENCES cases (id), kind TEXT NOT NULL, name TEXT NOT NULL,
  completed INTEGER NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (case_id, kind, name)
);
CREATE INDEX IF NOT EXISTS cases_by_organisation ON cases (organisation_id);
CREATE INDEX IF NOT EXISTS cases_by_id ON cases (lower(id));
CREATE INDEX IF NOT EXISTS clients_by_id ON clients (lower(id));
COMMIT;
`;

/** The names of the tables. */
export const tableNames: readonly string[] = [
  ...createTables.matchAll(/CREATE TABLE IF NOT EXISTS (\w+)/g),
].map(([, name = '']) => name);
