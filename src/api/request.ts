import type { WireRequest } from '../http/transport.ts';
import type { Call } from './calls.ts';

export interface Additions {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The members to add to a body that is a JSON object. */
  readonly members?: Readonly<Record<string, string>>;
}

/**
 * Makes the HTTP request of a call.
 * @param authorization - one or two values of the Authorization header; without it, no credentials are sent
 * @param additions - what to add to the call's own query, headers and body
 */
export function requestOf(
  { method, path, query = '', body, isChunked, headers }: Call,
  authorization?: string | readonly string[],
  additions: Additions = {},
): WireRequest {
  return {
    method,
    path: withQuery(`${path}${query}`, additions.query ?? {}),
    headers: {
      // The interface uses JSON, but its description may be YAML.
      accept: 'application/json, */*;q=0.5',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
      ...additions.headers,
      ...(authorization === undefined ? {} : { authorization: valuesOf(authorization) }),
    },
    ...(body === undefined ? {} : { body: withMembers(body, additions.members) }),
    ...(isChunked === undefined ? {} : { isChunked }),
  };
}

function withMembers(body: string, members: Additions['members']): string {
  return members === undefined ? body : JSON.stringify({ ...JSON.parse(body), ...members });
}

function valuesOf(value: string | readonly string[]): string | string[] {
  return typeof value === 'string' ? value : [...value];
}

function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  if (text === '') return path;
  return `${path}${path.includes('?') ? '&' : '?'}${text}`;
}
