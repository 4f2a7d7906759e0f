import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../store/tokens.ts';

/** Makes a limit hold for whatever passes the hooks that a service has so far. */
export type RateLimit = (app: FastifyInstance) => Promise<void>;

/** Whoever reads the description, which needs no token. */
const nobody = '';

/**
 * Lets each user send so many requests a minute, and answers 429 with `Retry-After` to the others. What is refused
 * before the caller is known does not count; what is refused afterwards does, whatever the reason.
 */
export function rateLimitOf(requestsPerMinute: number): RateLimit {
  return async (app) => {
    await app.register(rateLimit, {
      // On each route, its hook would come after those of the route itself, and not at all where these answer.
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
