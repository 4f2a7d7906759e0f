import fastify, { type FastifyInstance } from 'fastify';
import { readJsonBodies } from './body.ts';
import { answerConnectionError, answerError, refuse } from './errors.ts';
import { type LogStream, logRequests, logSettings } from './operation/log.ts';

/** The size of a body, at most, in bytes, unless told otherwise. */
const oneMebibyte = 1_048_576;

export interface ServerOptions {
  /** Where requests are logged, in lines of JSON; undefined logs nothing. */
  readonly log?: LogStream | undefined;
  /** The size of a body, at most, in bytes. */
  readonly bodyLimit?: number | undefined;
}

/**
 * A server of JSON without any route: it answers every error with a message, and never breaks off. It is not yet
 * ready, so hooks can still be added to it.
 */
export function createServer({ log, bodyLimit = oneMebibyte }: ServerOptions = {}): FastifyInstance {
  const app = fastify({
    ...logSettings(log),
    bodyLimit,
    clientErrorHandler: answerConnectionError,
    return503OnClosing: false,
    // A path that cannot be decoded would be answered before any hook, and so without credentials.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : '/'),
    // Otherwise Fastify loads its schema compilers, which is most of the work of a start.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // No identifier is too long to be looked up: what is too long is absent.
    routerOptions: { maxParamLength: Number.MAX_SAFE_INTEGER },
  });
  if (log !== undefined) logRequests(app);
  // Most answers hold personal data.
  app.addHook('onRequest', async (_request, reply) => void reply.header('Cache-Control', 'no-store'));
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'There is nothing at this path.'));
  readJsonBodies(app);
  return app;
}

/**
 * Ends a server: it takes no more requests, and what it is answering is answered, before its `onClose` hooks.
 * @param graceMs - how long that may take; then all connections are closed
 */
export async function endServer(app: FastifyInstance, graceMs = 0): Promise<void> {
  const endsAt = performance.now() + graceMs;
  const timer = setInterval(() => {
    // A connection that stays open for another request is idle only once the present one is answered.
    if (performance.now() < endsAt) app.server.closeIdleConnections();
    else app.server.closeAllConnections();
  }, 10);
  try {
    await app.close();
  } finally {
    clearInterval(timer);
  }
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
