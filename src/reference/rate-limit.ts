import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { refusal } from './errors.ts';
import type { Caller } from './store/tokens.ts';

/** Adds a rate limit to the app. A request counts if it passes the hooks that were added before. */
export type RateLimit = (app: FastifyInstance) => Promise<void>;

/** The key of requests without a user, such as requests for the interface description, which are not limited. */
const keyWithoutUser = '';

/**
 * Limits the requests of each user per minute. Answers 429 with `Retry-After` above the limit. A request that
 * is refused before its user is known does not count.
 */
export function rateLimitOf(requestsPerMinute: number): RateLimit {
  return async (app) => {
    await app.register(rateLimit, {
      // A global hook of the plug-in would run after the hooks of the route, and not at all if a hook of the route
      // answers.
      global: false,
      max: requestsPerMinute,
      timeWindow: 60_000,
      keyGenerator: (request) => request.getDecorator<Caller | null>('caller')?.userId ?? keyWithoutUser,
      allowList: (_request, key) => key === keyWithoutUser,
      errorResponseBuilder: (_request, { ttl }) =>
        refusal(429, `You sent too many requests. Try again in ${Math.ceil(ttl / 1_000)} seconds.`),
    });
    app.addHook('onRequest', app.rateLimit());
  };
}
