/** The tables. Records and permissions are JSON; instants are ISO 8601. */
export interface Schema {
  organisations: {
    id: string;
    /** As `subDomainColumn` writes it; null if the organisation has none. */
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
    record: string;
    /** These two members of the record are what a list of cases shows. */
    case_type: string | null;
    reference: string | null;
  };
}
