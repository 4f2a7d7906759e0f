import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { isPostgresUrl } from '../../../src/reference/postgres-url.ts';

// The tables of the first version, written down once so that no later change of the migrations reaches them, and what it held.

/** Organisation of what is held. */
export const firstOrganisation = 'a5cd50ae-5b5c-4a0c-9a49-0e4b7a3e2f11';

/** Tokens that it held by their hashes alone. */
export const firstTokens = { member: 'first-member-token', revoked: 'first-revoked-token' } as const;

/** Records that it answered, by their identifiers. */
export const firstClients = {
  'c1000000-0000-4000-8000-00000000000a': String.raw`{"id":"c1000000-0000-4000-8000-00000000000a",
    "lastName":"O'Neill \u0000\"\ud800 Łukasz","address":{"city":"Hull","lines":["1",null]},
    "__proto__":7,"a\u0000\"b":"escaped"}`,
  'C2000000-0000-4000-8000-00000000000B': '{"id":"C2000000-0000-4000-8000-00000000000B"}',
};
export const firstCases = {
  'd1000000-0000-4000-8000-00000000000a': `{"caseId":"d1000000-0000-4000-8000-00000000000a",
    "caseType":"Sale","reference":"R'1","price":250000.5,"address":{"postcode":"HU1"},
    "location":{"latitude":53.7,"longitude":-0.3},"TA6":{"type":"TA6"},"isUrgent":false,
    "EnquiryForms":{"searches":{"answers":[1]}}}`,
  'D2000000-0000-4000-8000-00000000000B': '{"caseId":"D2000000-0000-4000-8000-00000000000B"}',
};

/** SQL that makes these tables in a SQLite file. */
export const firstTables = String.raw`
CREATE TABLE organisations (id TEXT PRIMARY KEY, sub_domain TEXT UNIQUE, record TEXT NOT NULL);
CREATE TABLE users (
  id TEXT PRIMARY KEY, organisation_id TEXT NOT NULL REFERENCES organisations (id), record TEXT NOT NULL
);
CREATE TABLE api_tokens (
  token_hash TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id), permissions TEXT NOT NULL, revoked_at TEXT
);
CREATE TABLE clients (
  id TEXT PRIMARY KEY, organisation_id TEXT NOT NULL REFERENCES organisations (id)
);
CREATE TABLE client_fields (
  client_id TEXT NOT NULL REFERENCES clients (id), name TEXT NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (client_id, name)
);
CREATE TABLE cases (
  id TEXT PRIMARY KEY, organisation_id TEXT NOT NULL REFERENCES organisations (id),
  case_type TEXT, reference TEXT, price DOUBLE PRECISION
);
CREATE TABLE case_addresses (case_id TEXT PRIMARY KEY REFERENCES cases (id), value TEXT NOT NULL);
CREATE TABLE case_locations (
  case_id TEXT PRIMARY KEY REFERENCES cases (id), latitude DOUBLE PRECISION, longitude DOUBLE PRECISION
);
CREATE TABLE data_points (
  case_id TEXT NOT NULL REFERENCES cases (id), name TEXT NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (case_id, name)
);
CREATE TABLE tasks (
  case_id TEXT NOT NULL REFERENCES cases (id), kind TEXT NOT NULL, name TEXT NOT NULL,
  completed INTEGER NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (case_id, kind, name)
);
CREATE INDEX cases_by_organisation ON cases (organisation_id);
CREATE INDEX cases_by_id ON cases (lower(id));
CREATE INDEX clients_by_id ON clients (lower(id));
INSERT INTO organisations VALUES
  ('${firstOrganisation}', 'first', '{"id":"${firstOrganisation}","subDomain":"First"}'), ('none', NULL, '{"id":"none"}');
INSERT INTO users VALUES ('user', '${firstOrganisation}', '{"id":"user"}');
INSERT INTO api_tokens VALUES
  ('ef13e1f00d7f180ac20fd75b8851cc7b6f7d9d894e0a3302d7c4151ab56fab36', 'user', '["cases:read","clients:write"]', NULL),
  ('62f43bd7926c4e26b6930ffa03c4476818664d09f4e255f5919d0436eef2fd7a', 'user', '["cases:read"]', '2026-01-01T00:00:00.000Z');
INSERT INTO clients VALUES
  ('c1000000-0000-4000-8000-00000000000a', '${firstOrganisation}'),
  ('C2000000-0000-4000-8000-00000000000B', '${firstOrganisation}');
INSERT INTO client_fields VALUES
  ('c1000000-0000-4000-8000-00000000000a', 'lastName', '"O''Neill \u0000\"\ud800 Łukasz"'),
  ('c1000000-0000-4000-8000-00000000000a', 'address', '{"city":"Hull","lines":["1",null]}'),
  ('c1000000-0000-4000-8000-00000000000a', '__proto__', '7'),
  ('c1000000-0000-4000-8000-00000000000a', 'a\u0000\"b', '"escaped"');
INSERT INTO cases VALUES
  ('d1000000-0000-4000-8000-00000000000a', '${firstOrganisation}', 'Sale', 'R''1', 250000.5),
  ('D2000000-0000-4000-8000-00000000000B', '${firstOrganisation}', NULL, NULL, NULL);
INSERT INTO case_addresses VALUES ('d1000000-0000-4000-8000-00000000000a', '{"postcode":"HU1"}');
INSERT INTO case_locations VALUES ('d1000000-0000-4000-8000-00000000000a', 53.7, -0.3);
INSERT INTO data_points VALUES
  ('d1000000-0000-4000-8000-00000000000a', 'TA6', '{"type":"TA6"}'),
  ('d1000000-0000-4000-8000-00000000000a', 'isUrgent', 'false');
INSERT INTO tasks VALUES
  ('d1000000-0000-4000-8000-00000000000a', 'enquiry', 'searches', 1, '{"answers":[1]}'),
  ('d1000000-0000-4000-8000-00000000000a', 'enquiry', 'late', 0, '{"answers":[]}');
`;

/** Makes these tables in an empty database. */
export async function createFirstTables(database: string): Promise<void> {
  if (!isPostgresUrl(database)) {
    const sqlite = new DatabaseSync(database);
    sqlite.exec(firstTables);
    return sqlite.close();
  }
  const connection = new pg.Client(database);
  await connection.connect();
  await connection.query(
    firstTables
      .replace(/\b(record|value|permissions) TEXT/g, '$1 JSON')
      .replace(/ TEXT\b/g, ' TEXT COLLATE "C"'),
  );
  await connection.end();
}
