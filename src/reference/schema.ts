/** The tables of the database. Records and permissions are JSON texts; times are ISO 8601 texts. */
export interface Schema {
  organisations: {
    id: string;
    /** The sub-domain as `subDomainColumn` encodes it; null if the organisation has none. */
    sub_domain: string | null;
    record: string;
  };
  users: { id: string; organisation_id: string; record: string };
  api_tokens: {
    /** The first 64 bits of the token's hash, in hexadecimal. Not a secret. */
    id: string;
    /** The SHA-256 hash of the token, in hexadecimal. The token itself is not stored. */
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
    record: string;
    /** These two members of the record are copied to columns, since the list of cases shows them. */
    case_type: string | null;
    reference: string | null;
  };
}
