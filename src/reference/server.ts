import fastify, { type FastifyInstance } from 'fastify';
import { readJsonBodies } from './body.ts';
import { answerConnectionError, answerError, refuse } from './errors.ts';

const oneMebibyte = 1_048_576;

/**
 * A server of JSON without any route: it answers every error with a message, and never breaks off. It is not yet
 * ready, so hooks can still be added to it.
 */
export function createServer(): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: oneMebibyte,
    clientErrorHandler: answerConnectionError,
    forceCloseConnections: true,
    return503OnClosing: false,
    // A path that cannot be decoded would be answered before any hook, and so without credentials.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : '/'),
    // Otherwise Fastify loads its schema compilers, which is most of the work of a start.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // No identifier is too long to be looked up: what is too long is absent.
    routerOptions: { maxParamLength: Number.MAX_SAFE_INTEGER },
  });
  // Most answers hold personal data.
  app.addHook('onRequest', async (_request, reply) => void reply.header('Cache-Control', 'no-store'));
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'There is nothing at this path.'));
  readJsonBodies(app);
  return app;
}

function isDecodable(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function noSchemas(): never {
  throw new Error('The routes of the reference implementation have no schemas.');
}
