import type { FastifyInstance } from 'fastify';
import { refuse } from '../errors.ts';

/**
 * Refuses with 403 the requests of web pages. The port is open to this machine only, but a browser runs on it too. A
 * request of a page has an `Origin`, or another host's name if that name was made to resolve to this machine.
 */
export function requireLocal(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin, host } = request.headers;
    return origin === undefined && isLoopback(host)
      ? undefined
      : refuse(reply, 403, 'Provider states are set up from this machine alone, and not from a browser.');
  });
}

function isLoopback(host: string | undefined): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host ?? '');
}
