import type { OrganisationName } from '../src/reference/demo.ts';
import type { OperationId } from '../src/specification/description.ts';

/** A request as it reached the service. */
export interface ServiceRequest {
  readonly method: string;
  /** As written on the wire. */
  readonly path: string;
  /** Names in lower case. */
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
  /** How it is written to the wire, if not in the usual way. */
  readonly manner?: Manner;
}

/** How an answer is written to the wire. */
export interface Manner {
  /** Interim answers come before it. */
  readonly hasInterim?: true;
  /** As HTTP/1.0, closing the connection afterwards. */
  readonly isOld?: true;
  /** Trailer fields; the body is chunked. */
  readonly trailers?: Readonly<Record<string, string>>;
  /** Milliseconds between its head and the end of its body. */
  readonly pauseMs?: number;
  /** When the connection is closed without announcing it. */
  readonly closing?: Closing;
}

/** After five milliseconds, or when the next request arrives on it, which is not answered. */
export type Closing = 'when idle' | 'at the next request';

/** How a service handles a request; `reference` answers as the reference implementation does. */
export type Behaviour = (
  request: ServiceRequest,
  reference: (request: ServiceRequest) => Promise<ServiceAnswer>,
) => Promise<ServiceAnswer>;

/** One deviation from one statement of the documents, or from one of a public standard (an advisory only). */
export interface Fault {
  readonly id: string;
  /** The fault in one plain sentence. */
  readonly title: string;
  /** The row of the register that it breaks. */
  readonly requirement: string;
  /** The JSON pointer of the deviation in the answer; empty for the whole answer. */
  readonly pointer: string;
  readonly behaviour: Behaviour;
  /**
   * Clients used instead of one client with all fields: two clients, if only one of them shows the fault;
   * sequences of changes, if no single change shows it; a client configured with its known fields, if the first reading
   * removes them; or cases discovered through the list of cases.
   */
  readonly triedWith?: 'two clients' | 'sequences of changes' | 'known fields' | 'discovery';
  /** The organisation whose records show it, if not the demo organisation. */
  readonly triedIn?: OrganisationName;
  /**
   * What cannot see it: `verify`, whose interactions and probes send less than `check`, or a run that restores its
   * changes (`writes: restore`), which does not change what it could not restore.
   */
  readonly unseenBy?: 'verify' | 'restore' | 'verify and restore';
}

/** One choice that the documents leave open, made differently from the reference. */
export interface Variant {
  readonly id: string;
  /** The choice in one plain sentence. */
  readonly title: string;
  /** The row of the register that leaves it open, or permits it. */
  readonly requirement: string;
  readonly behaviour: Behaviour;
  /** The operations whose answers it alters; by default any. */
  readonly operations?: readonly OperationId[];
  /** Set if it is tried with cases discovered through the list of cases. */
  readonly triedWith?: 'discovery';
  /** The organisation whose service it alters, if not the demo organisation. */
  readonly triedIn?: OrganisationName;
  /** It concerns the wire, so the service is called over a socket. */
  readonly isOfWire?: true;
  /** Set if it contradicts, and must be failed for, the provider state that `verify` has set up. */
  readonly denies?: 'provider states';
}
