import type { OrganisationName } from '../src/reference/demo.ts';
import type { OperationId } from '../src/specification/description.ts';

/** A request as it reached the service. */
export interface ServiceRequest {
  readonly method: string;
  /** The path as it was sent, not decoded. */
  readonly path: string;
  /** Header values by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The values of all Authorization headers; `headers` has the first. */
  readonly authorizations?: readonly string[];
  readonly body: string;
}

/** An answer of the service before it is written to the wire. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How the answer is written to the wire, if in an unusual way. */
  readonly wire?: WireOptions;
}

/** How an answer is written to the wire. */
export interface WireOptions {
  /** Interim answers (1xx) are sent before the answer. */
  readonly hasInterim?: true;
  /** The answer is HTTP/1.0, and the connection is closed afterwards. */
  readonly isHttp10?: true;
  /** Trailer fields; the body is chunked. */
  readonly trailers?: Readonly<Record<string, string>>;
  /** The delay in milliseconds between the head and the end of the body. */
  readonly pauseMs?: number;
  /** When the connection is closed without a `Connection: close` header. */
  readonly closing?: Closing;
}

/**
 * When a connection is closed: after five idle milliseconds, or when its next request arrives, which gets no answer.
 */
export type Closing = 'when idle' | 'at the next request';

/** A way to handle requests. `reference` gives the answer of the reference implementation. */
export type Behaviour = (
  request: ServiceRequest,
  reference: (request: ServiceRequest) => Promise<ServiceAnswer>,
) => Promise<ServiceAnswer>;

/**
 * A service that deviates from one statement of the documents, or from one of a public standard, which leads
 * only to advice.
 */
export interface Fault {
  readonly id: string;
  /** The fault in one plain sentence. */
  readonly title: string;
  /** The row of the register that the service breaks. */
  readonly requirement: string;
  /** The JSON pointer of the deviation in the answer; empty for the whole answer. */
  readonly pointer: string;
  readonly behaviour: Behaviour;
  /**
   * The trial that is needed to show the fault, if one client with all fields is not enough: `two clients`;
   * `sequences of changes`, if no single change shows it; `known fields`, if the first reading removes them;
   * or `discovery`, with cases from the list of cases.
   */
  readonly triedWith?: 'two clients' | 'sequences of changes' | 'known fields' | 'discovery';
  /** The organisation whose records show the fault, if not the demo organisation. */
  readonly triedIn?: OrganisationName;
  /**
   * The commands that cannot find the fault: `verify`, which sends fewer kinds of requests than `check`; or a
   * run with `writes: restore`, which does not change what it could not restore.
   */
  readonly unseenBy?: 'verify' | 'restore' | 'verify and restore';
}

/** A conformant service that differs from the reference in one choice that the documents leave open. */
export interface Variant {
  readonly id: string;
  /** The choice in one plain sentence. */
  readonly title: string;
  /** The row of the register that leaves the choice open, or permits it. */
  readonly requirement: string;
  readonly behaviour: Behaviour;
  /** The operations whose answers differ from the reference; by default any. */
  readonly operations?: readonly OperationId[];
  /** Set if the variant is tried with cases from the list of cases. */
  readonly triedWith?: 'discovery';
  /** The organisation whose service differs, if not the demo organisation. */
  readonly triedIn?: OrganisationName;
  /** Set if the variant concerns the wire, so the service is called over a socket. */
  readonly needsSocket?: true;
  /** Set if the variant contradicts the provider state that `verify` has set up, so `verify` must report it. */
  readonly denies?: 'provider states';
}
