import type { FastifyInstance } from 'fastify';
import { refuse } from '../errors.ts';

/**
 * Refuses with 403 what a page in a browser can send: the port is open to this machine alone, but so is a browser on it.
 * A request of a page has an `Origin`, or the name of another host where that name was made to lead here.
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
