import type { FastifyInstance } from 'fastify';
import { measure } from './operation/metrics.ts';
import { createServer, endServer } from './server.ts';
import type { Store } from './store.ts';

/** Endpoints for the operator of a service, on a separate port. */
export interface ManagementServer {
  /** Listens on 127.0.0.1 and returns the base URL; port 0 takes any free port. */
  listen(port: number): Promise<string>;
  close(): Promise<void>;
}

/**
 * Opens the management endpoints of a service that is not ready yet: `/health` (the process answers), `/ready` (send
 * requests to it) and `/metrics`. They need no token and show no record.
 */
export function openManagement(service: FastifyInstance, store: Store): ManagementServer {
  const metrics = measure(service);
  let isEnding = false;
  service.addHook('preClose', async () => {
    isEnding = true;
  });
  const app = createServer();
  app.get('/health', async () => ({ status: 'up' }));
  app.get('/ready', async (_request, reply) => {
    const isReady = !isEnding && (await answers(store));
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' });
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  );
  return {
    listen: (port) => app.listen({ port, host: '127.0.0.1' }),
    close: () => endServer(app),
  };
}

function answers(store: Store): Promise<boolean> {
  return store.ping().then(
    () => true,
    () => false,
  );
}
