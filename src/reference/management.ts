import type { FastifyInstance } from 'fastify';
import { createServer, type LocalServer, localServer } from './server.ts';
import type { Store } from './store.ts';

/**
 * Opens the management endpoints: `/health` (the process answers) and `/ready` (the service accepts requests). They
 * need no token and contain no record.
 * @param service - must not be ready yet, since this function adds a hook
 */
export function openManagement(service: FastifyInstance, store: Store): LocalServer {
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
  return localServer(app);
}
