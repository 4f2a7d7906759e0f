import type { JsonAsSent } from './json.ts';

/**
 * The tables as the latest migration leaves them. `value`, `record` and `permissions` are JSON as text, except the
 * record of a case. Booleans are integers, and instants are ISO 8601 text.
 */
export interface Schema {
  organisations: {
    id: string;
    /** Lower case, since host names are case-insensitive; null if the organisation has none. */
    sub_domain: string | null;
    record: string;
  };
  users: { id: string; organisation_id: string; record: string };
  api_tokens: {
    /** The first 64 bits of the hash, in hexadecimal. It is not a secret. */
    id: string;
    /** SHA-256 in hexadecimal. The token itself is not stored. */
    token_hash: string;
    user_id: string;
    permissions: string;
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
  };
  clients: { id: string; organisation_id: string; record: string };
  cases: {
    id: string;
    organisation_id: string;
    case_type: string | null;
    reference: string | null;
    price: number | null;
    /** The merged record as it is sent. A change of one of its sources renews it in the same transaction. */
    record: JsonAsSent;
  };
  case_addresses: { case_id: string; value: string };
  case_locations: { case_id: string; latitude: number | null; longitude: number | null };
  data_points: { case_id: string; name: string; value: string };
  tasks: { case_id: string; kind: string; name: string; completed: number; value: string };
}
