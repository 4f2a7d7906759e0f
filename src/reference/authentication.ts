import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Addressing, subDomainAsked } from './addressing.ts';
import { isOfDescription } from './doc-page.ts';
import { refuse } from './errors.ts';
import { type Guarded, operations } from './operations.ts';
import type { Caller } from './store/tokens.ts';
import type { Store } from './store.ts';

/**
 * Refuses a request without a valid token (401), and a request to an organisation other than that of the token's user
 * (403). Runs before all other checks (interface 5 and 7).
 */
export function requireMember(app: FastifyInstance, store: Store, organisation: Addressing): void {
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request, reply) => {
    if (isOfDescription(request.routeOptions.url)) return;
    const token = bearerToken(request.headers.authorization);
    const caller = token === undefined ? undefined : await store.findCaller(token);
    if (caller === undefined) {
      reply.header('WWW-Authenticate', 'Bearer');
      return refuse(reply, 401, 'Authentication is required: send a valid API token as a bearer token.');
    }
    if (caller.subDomain === null || caller.subDomain !== subDomainAsked(organisation, request))
      return refuse(reply, 403, 'You do not belong to this organisation.');
    request.setDecorator('caller', caller);
  });
}

/**
 * The route options of an operation. A token without the operation's permission is refused with 403
 * (interface 5).
 */
export function routeOf(operation: Guarded) {
  const { permission, ...route } = operations[operation];
  const requirePermission = async (request: FastifyRequest, reply: FastifyReply) =>
    callerOf(request).permissions.includes(permission)
      ? undefined
      : refuse(reply, 403, `This token lacks the permission ${permission}.`);
  return { ...route, onRequest: [requirePermission] };
}

export function callerOf(request: FastifyRequest): Caller {
  return request.getDecorator<Caller>('caller');
}

// RFC 9110, section 11.1: the scheme is case-insensitive, and spaces separate it from the token.
function bearerToken(header: string | undefined): string | undefined {
  return /^bearer +([^ ]+)$/i.exec(header ?? '')?.[1];
}
