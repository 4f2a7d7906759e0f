/** A proxy that opens tunnels (RFC 9110, section 9.3.6). */
export interface HttpProxy {
  /** Scheme, host and port: `http` or `https`. */
  readonly origin: string;
  /** The value of its Proxy-Authorization header, if it needs one. */
  readonly authorization?: string | undefined;
}

/** A client certificate and its key, both as PEM. */
export interface ClientCertificate {
  /** May be followed by intermediate certificates. */
  readonly cert: string;
  readonly key: string;
  /** For an encrypted key. */
  readonly passphrase?: string | undefined;
}
