import type { OrganisationName } from '../src/reference/demo.ts';
import type { OperationId } from '../src/specification/description.ts';

export interface ServiceRequest {
  readonly method: string;
  /** The path as it was sent, with its percent-encoding. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The values of all Authorization headers. `headers` has only the first. */
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
  /** When the connection is closed. `Connection: close` does not announce it. */
  readonly closing?: Closing;
}

/** After five idle milliseconds, or when the next request arrives, which then gets no answer. */
export type Closing = 'when idle' | 'at the next request';

/** Answers a request. `reference` answers as the reference implementation does. */
export type Behaviour = (
  request: ServiceRequest,
  reference: (request: ServiceRequest) => Promise<ServiceAnswer>,
) => Promise<ServiceAnswer>;

/**
 * A service that deviates from one statement of the documents or of a public standard. A deviation from a standard
 * leads only to advice.
 */
export interface Fault {
  readonly id: string;
  readonly title: string;
  readonly requirement: string;
  /** The JSON pointer to what is wrong in the answer. Empty for the whole answer. */
  readonly pointer: string;
  readonly behaviour: Behaviour;
  /**
   * The trial that shows the fault, if one client with all fields is not enough. `two clients`: only a second client
   * shows the fault. `sequences of changes`: no single change shows the fault. `known fields`: the first reading of a
   * client would remove its fields, so the run must know them. `discovery`: cases are found through the list of cases.
   */
  readonly triedWith?: 'two clients' | 'sequences of changes' | 'known fields' | 'discovery';
  /** The organisation whose records show the fault, if not the demo organisation. */
  readonly triedIn?: OrganisationName;
  /**
   * The commands that cannot find the fault: `verify`, which sends fewer kinds of requests than `check`, or a run with
   * `writes: restore`, which does not change what it could not restore.
   */
  readonly unseenBy?: 'verify' | 'restore' | 'verify and restore';
}

/** A conformant service that differs from the reference in one choice that the documents leave open. */
export interface Variant {
  readonly id: string;
  readonly title: string;
  readonly requirement: string;
  readonly behaviour: Behaviour;
  /** The operations whose answers differ from the reference. Default: any. */
  readonly operations?: readonly OperationId[];
  readonly triedWith?: 'discovery';
  /** The organisation whose service differs, if not the demo organisation. */
  readonly triedIn?: OrganisationName;
  /** Set if the variant concerns the connection, so the service is called over a socket. */
  readonly needsSocket?: true;
  /** Set if the variant contradicts the provider state that `verify` has set up, so `verify` must report it. */
  readonly denies?: 'provider states';
}
