import type { OperationId } from '../specification/description.ts';

/** A request as it reached the service. */
export interface ServiceRequest {
  readonly method: string;
  /** As written on the wire. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer of the service, before it is written to the wire. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a service does with a request; `reference` answers it as the reference implementation does. */
export type Behaviour = (
  request: ServiceRequest,
  reference: (request: ServiceRequest) => Promise<ServiceAnswer>,
) => Promise<ServiceAnswer>;

/** One deviation from one statement of the documents. */
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
   * of another, or with sequences of changes, since no change by itself shows it.
   */
  readonly triedWith?: 'two clients' | 'sequences of changes';
  /**
   * What cannot see it: `verify`, whose interactions and probes do not send all that `check` sends, or a run that puts
   * back what it changes (`writes: restore`), which leaves alone what it could not put back.
   */
  readonly unseenBy?: 'verify' | 'restore';
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
  /** What it denies, and must be failed for: the provider state that `verify` has set up. */
  readonly denies?: 'provider states';
}
