import type { OrganisationName } from '../reference/demo.ts';
import type { OperationId } from '../specification/description.ts';

/** A request as it reached the service. */
export interface ServiceRequest {
  readonly method: string;
  /** As written on the wire. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The values of every Authorization header, of which the headers hold the first. */
  readonly authorizations?: readonly string[];
  readonly body: string;
}

/** An answer of the service, before it is written to the wire. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How it is written to the wire, where not as usual. */
  readonly manner?: Manner;
}

/** How an answer is written to the wire. */
export interface Manner {
  /** Interim answers before it. */
  readonly interim?: readonly ('continue' | 'processing' | 'early hints')[];
  /** In HTTP/1.0, with the connection closed after it. */
  readonly isOld?: true;
  /** Members of its trailer; it comes in chunks. */
  readonly trailers?: Readonly<Record<string, string>>;
  /** Milliseconds between its head and the end of its body. */
  readonly pauseMs?: number;
  /** When the connection is closed, without a word of that before. */
  readonly closing?: Closing;
}

/** At once, after five milliseconds, or when the next request has arrived on it, which is not answered any more. */
export type Closing = 'at once' | 'when idle' | 'at the next request';

/** What a service does with a request; `reference` answers it as the reference implementation does. */
export type Behaviour = (
  request: ServiceRequest,
  reference: (request: ServiceRequest) => Promise<ServiceAnswer>,
) => Promise<ServiceAnswer>;

/** One deviation from one statement of the documents; or from one of a public standard, which is only advised of. */
export interface Fault {
  readonly id: string;
  /** What the service does wrong, one plain sentence. */
  readonly title: string;
  /** The row of the register that it breaks. */
  readonly requirement: string;
  /** Where in the answer it shows: a JSON pointer, empty for the answer as a whole. */
  readonly pointer: string;
  readonly behaviour: Behaviour;
  /**
   * What it is tried with, where not with one client who shows all that there is: with two, since it is of one and not
   * of another, with sequences of changes, since no change by itself shows it, or with one who is listed with what it is
   * known to show, since the first reading takes that away; or with cases that the list of cases leads to, in place of
   * listed ones.
   */
  readonly triedWith?: 'two clients' | 'sequences of changes' | 'known fields' | 'discovery';
  /** Whose service has it, where not the demo organisation's: its behaviour is about what that one's cases show. */
  readonly triedIn?: OrganisationName;
  /**
   * What cannot see it: `verify`, whose interactions and probes do not send all that `check` sends, or a run that puts
   * back what it changes (`writes: restore`), which leaves alone what it could not put back.
   */
  readonly unseenBy?: 'verify' | 'restore' | 'verify and restore';
}

/** One choice that the documents leave free, made otherwise than the reference makes it. */
export interface Variant {
  readonly id: string;
  /** What the service does otherwise, one plain sentence. */
  readonly title: string;
  /** The row of the register that leaves it free, or permits it. */
  readonly requirement: string;
  readonly behaviour: Behaviour;
  /** Whose answers it alters; where it is not said, any operation's. */
  readonly operations?: readonly OperationId[];
  /** What it is tried with, where not with listed cases: with those that the list of cases leads to. */
  readonly triedWith?: 'discovery';
  /** Whose service makes it, where not the demo organisation's. */
  readonly triedIn?: OrganisationName;
  /** It is about how answers are written to the wire, so that the service is called over a socket. */
  readonly isOfWire?: true;
  /** What it denies, and must be failed for: the provider state that `verify` has set up. */
  readonly denies?: 'provider states';
}
