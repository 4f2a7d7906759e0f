import type { OrganisationName } from '../src/reference/demo.ts';
import type { OperationId } from '../src/specification/description.ts';

export interface ServiceRequest {
  readonly method: string;
  /** The path as it was sent, not decoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The values of all Authorization headers; `headers` has the first. */
  readonly authorizations?: readonly string[];
  readonly body: string;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly wire?: WireOptions;
}

export interface WireOptions {
  readonly hasInterim?: true;
  readonly isHttp10?: true;
  readonly trailers?: Readonly<Record<string, string>>;
  /** The delay in milliseconds between the head and the end of the body. */
  readonly pauseMs?: number;
  /** Closes the connection without announcing it by `Connection: close`. */
  readonly closing?: Closing;
}

/**
 * When a connection is closed: after five idle milliseconds, or when its next request arrives, which gets no answer.
 */
export type Closing = 'when idle' | 'at the next request';

/** Handles a request. `reference` answers it as the reference implementation does. */
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
  readonly title: string;
  readonly requirement: string;
  /** The place in the answer; empty for the whole answer. */
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
  readonly title: string;
  readonly requirement: string;
  readonly behaviour: Behaviour;
  /** The operations whose answers differ from the reference; by default any. */
  readonly operations?: readonly OperationId[];
  readonly triedWith?: 'discovery';
  /** The organisation whose service differs, if not the demo organisation. */
  readonly triedIn?: OrganisationName;
  /** Set if the variant concerns the wire, so the service is called over a socket. */
  readonly needsSocket?: true;
  /** Set if the variant contradicts the provider state that `verify` has set up, so `verify` must report it. */
  readonly denies?: 'provider states';
}
