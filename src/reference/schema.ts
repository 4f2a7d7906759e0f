/**
 * The tables. Columns named `value`, `record` and `permissions` hold JSON as text, booleans are integers and
 * instants are ISO 8601 text, so that the same queries run on SQLite and on PostgreSQL.
 */
export interface Schema {
  organisations: OrganisationRow;
  users: UserRow;
  api_tokens: ApiTokenRow;
  clients: ClientRow;
  client_fields: ClientFieldRow;
  cases: CaseRow;
  case_addresses: CaseAddressRow;
  case_locations: CaseLocationRow;
  data_points: DataPointRow;
  tasks: TaskRow;
}

export interface OrganisationRow {
  id: string;
  /** In lower case, since host names are compared so; null when the organisation has none. */
  sub_domain: string | null;
  record: string;
}

export interface UserRow {
  id: string;
  organisation_id: string;
  record: string;
}

export interface ApiTokenRow {
  /** SHA-256 in hexadecimal. The token itself is stored nowhere. */
  token_hash: string;
  user_id: string;
  permissions: string;
  revoked_at: string | null;
}

export interface ClientRow {
  id: string;
  organisation_id: string;
}

export interface ClientFieldRow {
  client_id: string;
  name: string;
  value: string;
}

export interface CaseRow {
  id: string;
  organisation_id: string;
  case_type: string | null;
  reference: string | null;
  price: number | null;
}

export interface CaseAddressRow {
  case_id: string;
  value: string;
}

export interface CaseLocationRow {
  case_id: string;
  latitude: number | null;
  longitude: number | null;
}

export interface DataPointRow {
  case_id: string;
  name: string;
  value: string;
}

export interface TaskRow {
  case_id: string;
  kind: string;
  name: string;
  completed: number;
  value: string;
}
