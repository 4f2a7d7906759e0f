import { collectDefaultMetrics, Histogram, Registry } from '@prometheus-io/client';
import type { FastifyInstance } from 'fastify';

/** Measures the requests of a service, and its process, in the form of Prometheus. The service is not yet ready. */
export function measure(app: FastifyInstance): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long it took to answer a request, from its head to the end of the answer.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode: status, elapsedTime }) => {
    // Not the path: each that somebody tries would be a series of its own.
    durations.observe({ method, route: routeOptions.url ?? 'none', status }, elapsedTime / 1_000);
  });
  return registry;
}
