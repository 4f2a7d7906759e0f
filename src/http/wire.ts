import type { UnansweredCause } from './errors.ts';

export interface WireRequest {
  readonly method: 'GET' | 'HEAD' | 'OPTIONS' | 'PATCH' | 'POST' | 'PUT';
  /**
   * The path, which goes after that of the base URL. Begins with '/', and is sent as written: `//`, `..` and
   * `%2e` stay.
   */
  readonly path: string;
  /** The headers. One with several values is sent once for each value. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body?: string;
  /** Set to send the body in chunks, without a Content-Length. */
  readonly isChunked?: true;
  /**
   * The name of the token in the request. It is not sent. A recording, which contains no tokens, uses it to
   * tell requests apart.
   */
  readonly sender?: string;
  /** Set if no other request may use the same connection, before or after. It is not sent. */
  readonly isAloneOnConnection?: boolean;
}

/** A complete answer with any status. */
export interface Answer {
  readonly kind: 'answered';
  readonly status: number;
  /**
   * Header names in lower case; repeated values are joined by `, `. Content-Encoding stays, even though the
   * body was decompressed.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** The body after removing its content codings, or as sent if a coding is unknown or the body undecodable. */
  readonly body: Uint8Array;
  /** Set if the body does not match its Content-Encoding. */
  readonly isUndecodable?: true;
  /**
   * Milliseconds from sending the last attempt to the last byte of the body. Queueing and waits do not count.
   */
  readonly durationMs: number;
}

/** The target throttled (429 or 503) for longer than the transport waits. */
export interface Throttled {
  readonly kind: 'throttled';
  readonly status: number;
  readonly message: string;
}

export interface Unanswered {
  readonly kind: 'unanswered';
  /** `not-recorded`: a recording replaces the target, and does not contain this request. */
  readonly cause: UnansweredCause | 'not-recorded';
  readonly message: string;
}

export type Delivery = (Answer | Throttled | Unanswered) & {
  /** Set if other requests were in flight at the same time. */
  readonly wasConcurrent?: boolean;
};
