import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../store/tokens.ts';

/** Makes a limit hold for the routes that a service is given afterwards. */
export type RateLimit = (app: FastifyInstance) => Promise<void>;

/** Whoever reads the description, which needs no token. */
const nobody = '';

/**
 * Lets each user send so many requests a minute, and answers 429 with `Retry-After` to the others. What is refused for its
 * token or its permission does not count.
 */
export function rateLimitOf(requestsPerMinute: number): RateLimit {
  return async (app) => {
    await app.register(rateLimit, {
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
  };
}
