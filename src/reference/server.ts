import fastify, { type FastifyInstance } from 'fastify';
import { answerConnectionError, answerError, badRequest, refuse } from './errors.ts';
import { type LogStream, logRequests, logSettings } from './log.ts';

/** Default size limit of a body, in bytes. */
const oneMebibyte = 1_048_576;

/** Default time limit of a request, in milliseconds. */
const halfMinute = 30_000;

export interface ServerOptions {
  /** Requests are logged here as lines of JSON; undefined logs nothing. */
  readonly log?: LogStream | undefined;
  /** Size limit of a body, in bytes. */
  readonly bodyLimit?: number | undefined;
  /** Time from the first byte of a request to its last, in milliseconds; then the connection is closed. */
  readonly requestMs?: number | undefined;
}

/**
 * A JSON server without routes. It answers every error with a message instead of closing the connection. It is not
 * ready yet, so hooks can still be added.
 */
export function createServer({
  log,
  bodyLimit = oneMebibyte,
  requestMs = halfMinute,
}: ServerOptions = {}): FastifyInstance {
  const app = fastify({
    ...logSettings(log),
    bodyLimit,
    requestTimeout: requestMs,
    http: {
      // Node swaps the two limits if that of the head, by default a minute, is longer.
      headersTimeout: requestMs,
      // How often Node looks for requests that take too long; its default is half a minute.
      connectionsCheckingInterval: Math.min(1_000, requestMs),
    },
    clientErrorHandler: answerConnectionError,
    return503OnClosing: false,
    // Fastify would answer a path that cannot be decoded before any hook, so without credentials.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : '/'),
    // Otherwise Fastify loads its schema compilers, which takes most of the start-up time.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // Identifiers of any length are looked up; one that is too long does not exist.
    routerOptions: { maxParamLength: Number.MAX_SAFE_INTEGER },
  });
  if (log !== undefined) logRequests(app);
  // Most answers contain personal data, and no browser may take one for a page.
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'There is nothing at this path.'));
  // Answers 415 to every other media type.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parseJson(body),
  );
  return app;
}

/**
 * Ends a server: it accepts no more requests and finishes pending answers before its `onClose` hooks run.
 * @param graceMs - time for pending answers; then all connections are closed
 */
export async function endServer(app: FastifyInstance, graceMs = 0): Promise<void> {
  const endsAt = performance.now() + graceMs;
  const timer = setInterval(() => {
    // A keep-alive connection becomes idle only after its present answer.
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

// Refuses bytes that are not UTF-8: replacing them would change the text.
const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(body: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(utf8.decode(body));
    // Values nested too deeply to be written again are refused here, before they are stored.
    JSON.stringify(value);
    return value;
  } catch {
    throw badRequest('The body is not valid JSON.');
  }
}

function noSchemas(): never {
  throw new Error('The routes of the reference implementation have no schemas.');
}
