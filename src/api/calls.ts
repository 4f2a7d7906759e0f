import type { OperationId } from '../specification/description.ts';

/** One request of an operation, or of another way to reach it, without credentials. */
export interface Call {
  readonly operation: OperationId;
  readonly method: 'GET' | 'HEAD' | 'OPTIONS' | 'PATCH' | 'POST';
  /** Percent-encoded, relative to the base URL. */
  readonly path: string;
  /** A query that the target itself gave. It may hold anything, so no message or report quotes it. */
  readonly query?: string;
  /** JSON text, or deliberately something else. */
  readonly body?: string;
  /** Set if the body is sent in chunks, without its length. */
  readonly isChunked?: true;
  /** How its path is written, if differently. */
  readonly spelling?: string;
  /** Headers in addition to the credentials; they override the usual ones. Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Reads a case's merged data record. An empty identifier gives the path without one. */
export function getCaseData(id: string): Call {
  return { operation: 'getCaseData', method: 'GET', path: `/api/v2/cases/${encodeURIComponent(id)}/data` };
}

/**
 * Lists the organisation's cases.
 * @param query - selects a further page, if the list is paginated
 */
export function listCases(query?: string): Call {
  const path = '/api/v2/cases';
  return { operation: 'listCases', method: 'GET', path, ...(query === undefined ? {} : { query }) };
}

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
