import type { UnansweredCause } from './errors.ts';

export interface WireRequest {
  readonly method: 'GET' | 'HEAD' | 'OPTIONS' | 'PATCH' | 'POST' | 'PUT';
  /** Sent as written (no normalisation: `//`, `..`, `%2e` stay), after the base URL's own path. Starts with '/'. */
  readonly path: string;
  /** A header with several values is sent once for each. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body?: string;
  /** The body is sent in chunks, without a Content-Length. */
  readonly isChunked?: true;
  /** Whose credentials it carries. Not sent: recordings, which hold no tokens, tell requests apart by it. */
  readonly sender?: string;
  /** Nothing else is sent on its connection, before or after. Not sent. */
  readonly isAloneOnConnection?: boolean;
}

/** A complete answer with any status. */
export interface Answer {
  readonly kind: 'answered';
  readonly status: number;
  /** Names in lower case, repeated values joined by `, `; as sent, even if the body was decompressed. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body without its content codings; as sent if a coding is unknown. */
  readonly body: Uint8Array;
  /** Milliseconds from sending the last attempt to its last body byte, without queueing and waits. */
  readonly durationMs: number;
}

/** The target throttled (429 or 503) for longer than this transport waits. */
export interface Throttled {
  readonly kind: 'throttled';
  readonly status: number;
  readonly message: string;
}

export interface Unanswered {
  readonly kind: 'unanswered';
  /** `not-recorded`: a recording stands in for the target, and does not hold this request. */
  readonly cause: UnansweredCause | 'not-recorded';
  readonly message: string;
}

export type Delivery = (Answer | Throttled | Unanswered) & {
  /** Other requests were in flight at the same time. */
  readonly wasConcurrent?: boolean;
};
