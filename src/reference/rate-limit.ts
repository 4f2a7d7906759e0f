import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Caller } from './store/tokens.ts';

/** Limits the requests that pass the hooks added to the app so far. */
export type RateLimit = (app: FastifyInstance) => Promise<void>;

/** The key of requests for the description, which needs no token. */
const nobody = '';

/**
 * Limits the requests of each user per minute, and answers 429 with `Retry-After` above that. A request refused before
 * its user is known does not count; one refused later does, for any reason.
 */
export function rateLimitOf(requestsPerMinute: number): RateLimit {
  return async (app) => {
    await app.register(rateLimit, {
      // A global hook would run after the hooks of the route, and not at all if those answer.
      global: false,
      max: requestsPerMinute,
      timeWindow: 60_000,
      keyGenerator: (request) => request.getDecorator<Caller | null>('caller')?.userId ?? nobody,
      allowList: (_request, key) => key === nobody,
      errorResponseBuilder: (_request, { ttl }) =>
        Object.assign(
          new Error(`You sent too many requests. Try again in ${Math.ceil(ttl / 1_000)} seconds.`),
          {
            statusCode: 429,
          },
        ),
    });
    app.addHook('onRequest', app.rateLimit());
  };
}
