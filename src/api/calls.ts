import type { OperationId } from '../specification/description.ts';

/** One request of an operation, or of what leads to it by another way, without the credentials that it is sent with. */
export interface Call {
  readonly operation: OperationId;
  readonly method: 'GET' | 'HEAD' | 'OPTIONS' | 'PATCH' | 'POST';
  /** Encoded, below the base URL. */
  readonly path: string;
  /** What the target itself said to add to the path. It may hold anything: no message names it, and no report. */
  readonly query?: string;
  /** JSON text, or what is sent in its place on purpose. */
  readonly body?: string;
  /** What is sent beside the credentials, or in place of the usual; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Reads a case's merged data record. An empty identifier gives the path in which it is missing. */
export function getCaseData(id: string): Call {
  return { operation: 'getCaseData', method: 'GET', path: `/api/v2/cases/${encodeURIComponent(id)}/data` };
}

/** Lists the organisation's cases: of a list that leads to further pages, by the query of one of them. */
export function listCases(query?: string): Call {
  const path = '/api/v2/cases';
  return { operation: 'listCases', method: 'GET', path, ...(query === undefined ? {} : { query }) };
}

/** Reads the caller's organisation. */
export function getOrganisation(): Call {
  return { operation: 'getOrganisation', method: 'GET', path: '/api/v2/org' };
}

/** Reads the deployment's own description of the interface. */
export function getInterfaceDescription(): Call {
  return { operation: 'getInterfaceDescription', method: 'GET', path: '/api/v2/doc' };
}

/** Changes the given fields of a client; `patch` is JSON text. */
export function updateClient(id: string, patch: string): Call {
  return {
    operation: 'updateClient',
    method: 'PATCH',
    path: `/api/v2/clients/${encodeURIComponent(id)}`,
    body: patch,
  };
}

/** Creates an organisation and its first user; `payload` is JSON text. */
export function createOrganisation(payload: string): Call {
  return { operation: 'createOrganisation', method: 'POST', path: '/api/v2/org', body: payload };
}
