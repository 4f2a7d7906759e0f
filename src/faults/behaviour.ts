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
}

/** One choice that the documents leave free, made otherwise than the reference makes it. */
export interface Variant {
  readonly id: string;
  /** What the service does otherwise, one plain sentence. */
  readonly title: string;
  /** The row of the register that leaves it free, or permits it. */
  readonly requirement: string;
  readonly behaviour: Behaviour;
}
