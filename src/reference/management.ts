import { collectDefaultMetrics, Histogram, Registry } from '@prometheus-io/client';
import type { FastifyInstance } from 'fastify';
import { createServer, type LocalServer, localServer } from './server.ts';
import type { Store } from './store.ts';

/**
 * Opens the management endpoints: `/health` (the process answers), `/ready` (the service accepts requests) and
 * `/metrics`. They need no token and contain no record.
 * @param service - must not be ready yet, since this function adds hooks
 */
export function openManagement(service: FastifyInstance, store: Store): LocalServer {
  const metrics = measure(service);
  let isEnding = false;
  service.addHook('preClose', async () => {
    isEnding = true;
  });
  const app = createServer();
  app.get('/health', async () => ({ status: 'up' }));
  app.get('/ready', async (_request, reply) => {
    const isReady =
      !isEnding &&
      (await store.ping().then(
        () => true,
        () => false,
      ));
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' });
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  );
  return localServer(app);
}

function measure(app: FastifyInstance): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long it took to answer a request, from its head to the end of the answer.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode: status, elapsedTime }) => {
    // Labelled with the route instead of the path, since each path that a client tries would create a new time series.
    durations.observe({ method, route: routeOptions.url ?? 'none', status }, elapsedTime / 1_000);
  });
  return registry;
}
