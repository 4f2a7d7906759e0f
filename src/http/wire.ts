import type { UnansweredCause } from './errors.ts';

/** One request as it goes onto the wire. */
export interface WireRequest {
  readonly method: 'GET' | 'HEAD' | 'OPTIONS' | 'PATCH' | 'POST' | 'PUT';
  /** Sent as written (no normalisation: `//`, `..`, `%2e` stay), after the base URL's own path. Starts with '/'. */
  readonly path: string;
  /** One that has several values is sent as often. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body?: string;
}

/** A complete answer, whatever its status. */
export interface Answer {
  readonly kind: 'answered';
  readonly status: number;
  /** Names in lower case, repeated values joined by `, `; as sent, also where the body was decompressed. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body after its content codings were taken off; as sent where a coding is unknown. */
  readonly body: Uint8Array;
  /** Milliseconds from sending the last attempt to its last body byte: without queueing, without waits. */
  readonly durationMs: number;
}

/** The target asked to be left alone (429 or 503), and did so longer than this transport waits. */
export interface Throttled {
  readonly kind: 'throttled';
  readonly status: number;
  readonly message: string;
}

/** There was no complete answer. */
export interface Unanswered {
  readonly kind: 'unanswered';
  readonly cause: UnansweredCause;
  readonly message: string;
}

export type Delivery = (Answer | Throttled | Unanswered) & {
  /** Other requests were on their way at the same time. */
  readonly metOthers?: boolean;
};
