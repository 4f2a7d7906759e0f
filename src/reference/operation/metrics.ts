import { collectDefaultMetrics, Histogram, Registry } from '@prometheus-io/client';
import type { FastifyInstance } from 'fastify';

/** Measures the requests and the process of a service for Prometheus. The service must not be ready yet. */
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
    // The route and not the path: every path that a client tries would create a series.
    durations.observe({ method, route: routeOptions.url ?? 'none', status }, elapsedTime / 1_000);
  });
  return registry;
}
