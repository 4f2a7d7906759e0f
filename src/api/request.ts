import type { WireRequest } from '../http/transport.ts';
import type { Call } from './calls.ts';

/** The request that sends a call, with that value of the Authorization header; without one, no credentials are sent. */
export function requestOf({ method, path, body, headers }: Call, authorization?: string): WireRequest {
  return {
    method,
    path,
    headers: {
      // The interface speaks JSON, but its description may be YAML.
      accept: 'application/json, */*;q=0.5',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
      ...(authorization === undefined ? {} : { authorization }),
    },
    ...(body === undefined ? {} : { body }),
  };
}
