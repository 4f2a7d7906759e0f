import type { OperationId } from '../specification/description.ts';

/** One request of an operation, without credentials. */
export interface Call {
  readonly operation: OperationId;
  readonly method: 'GET' | 'HEAD' | 'OPTIONS' | 'PATCH' | 'POST' | 'PUT';
  /** The path, percent-encoded and relative to the base URL, without the query. */
  readonly path: string;
  /**
   * A query that the target gave, such as for a further page. It may contain personal data, so no message or report
   * quotes it.
   */
  readonly query?: string;
  /** The body: JSON text, or a text that is deliberately invalid. */
  readonly body?: string;
  /** Set to send the body in chunks, without a Content-Length. */
  readonly isChunked?: true;
  /** How the path is written, if not in the usual way, such as with a trailing slash. */
  readonly spelling?: string;
  /**
   * Further headers except the credentials, with names in lower case. They replace the usual headers of the same name.
   */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Reads a case's data record. With an empty identifier, the path has an empty segment: `/cases//data`. */
export function getCaseData(id: string): Call {
  return { operation: 'getCaseData', method: 'GET', path: `/api/v2/cases/${encodeURIComponent(id)}/data` };
}

/**
 * Lists the organisation's cases.
 * @param query - the query of a further page
 */
export function listCases(query?: string): Call {
  const path = '/api/v2/cases';
  return { operation: 'listCases', method: 'GET', path, ...(query === undefined ? {} : { query }) };
}

export function getOrganisation(): Call {
  return { operation: 'getOrganisation', method: 'GET', path: '/api/v2/org' };
}

/** Reads the description of the interface that the deployment serves. */
export function getInterfaceDescription(): Call {
  return { operation: 'getInterfaceDescription', method: 'GET', path: '/api/v2/doc' };
}

/** Changes fields of a client. `patch` is JSON text. */
export function updateClient(id: string, patch: string): Call {
  return {
    operation: 'updateClient',
    method: 'PATCH',
    path: `/api/v2/clients/${encodeURIComponent(id)}`,
    body: patch,
  };
}

/** Creates an organisation and its first user. `payload` is JSON text. */
export function createOrganisation(payload: string): Call {
  return { operation: 'createOrganisation', method: 'POST', path: '/api/v2/org', body: payload };
}
