import type { Behaviour, ServiceAnswer } from '../../faults/behaviour.ts';

/**
 * Adds the headers that let a page of another origin call the service (WHATWG Fetch, CORS protocol). A preflight
 * request has no token, so it is answered before the service gets it.
 * @param origin - the origin of the page, or `*` for any
 */
export function withCors(behaviour: Behaviour, origin: string): Behaviour {
  const allowing = { 'access-control-allow-origin': origin, vary: 'Origin' };
  const preflight: ServiceAnswer = {
    status: 204,
    headers: {
      ...allowing,
      'access-control-allow-methods': 'GET, PATCH, POST',
      'access-control-allow-headers': 'Authorization, Content-Type',
      'access-control-max-age': '600',
    },
    body: '',
  };
  return async (request, service) => {
    if (request.method === 'OPTIONS' && 'access-control-request-method' in request.headers)
      return { ...preflight };
    const answer = await behaviour(request, service);
    const readable = { 'access-control-expose-headers': 'Retry-After, Stub-Path, Stub-Seed' };
    return { ...answer, headers: { ...answer.headers, ...allowing, ...readable } };
  };
}
