/** The tables of the database. Records and permissions are JSON texts; times are ISO 8601 texts. */
export interface Schema {
  organisations: {
    id: string;
    /** Encoded by `subDomainColumn`. Null if the organisation has no sub-domain. */
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
    /** Copies of two members of the record, for the list of cases. */
    case_type: string | null;
    reference: string | null;
  };
}
