/** A proxy that opens tunnels (RFC 9110, section 9.3.6). */
export interface HttpProxy {
  /** Scheme, host and port: `http` or `https`. */
  readonly origin: string;
  /** The value of its Proxy-Authorization header, where it asks for one. */
  readonly authorization?: string | undefined;
}

/** A certificate that says who is asking, and its key. */
export interface ClientCertificate {
  /** Both as PEM; the certificate may be followed by those that lead to its authority. */
  readonly cert: string;
  readonly key: string;
  /** Of the key, where it is encrypted. */
  readonly passphrase?: string | undefined;
}
