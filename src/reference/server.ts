import fastify, { type FastifyInstance } from 'fastify';
import { answerConnectionError, answerError, refusal, refuse } from './errors.ts';
import { type LogStream, logRequests, logSettings } from './log.ts';

const defaultBodyLimit = 1_048_576;

const defaultRequestMs = 30_000;

export interface ServerOptions {
  readonly log?: LogStream | undefined;
  readonly bodyLimit?: number | undefined;
  /** The maximum time from the first byte of a request to its last, in milliseconds. Then the connection is closed. */
  readonly requestMs?: number | undefined;
}

/**
 * Creates a JSON server without routes. It answers every error with a message instead of closing the connection. It is
 * not ready yet, so that hooks can be added.
 */
export function createServer({
  log,
  bodyLimit = defaultBodyLimit,
  requestMs = defaultRequestMs,
}: ServerOptions = {}): FastifyInstance {
  const app = fastify({
    ...logSettings(log),
    bodyLimit,
    requestTimeout: requestMs,
    http: {
      // The same limit for the head as for the whole request: Node would swap the two if the limit of the head (a
      // minute by default) were longer.
      headersTimeout: requestMs,
      // How often Node looks for requests that take too long. The default is half a minute.
      connectionsCheckingInterval: Math.min(1_000, requestMs),
    },
    clientErrorHandler: answerConnectionError,
    return503OnClosing: false,
    // Fastify would answer a path that cannot be decoded before any hook runs, so even without credentials.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : '/'),
    // Fastify would load schema compilers that are not used here, which takes most of the start-up time.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // Identifiers of any length are accepted: a long one is looked up and not found.
    routerOptions: { maxParamLength: Number.MAX_SAFE_INTEGER },
  });
  if (log !== undefined) logRequests(app);
  // Answers must not be cached, since most contain personal data. `nosniff`: no browser may take an answer for a page.
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'There is nothing at this path.'));
  // Without other parsers, Fastify answers other media types with 415.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parseJson(body),
  );
  return app;
}

/** A server that only this machine can reach. */
export interface LocalServer {
  /** Returns the base URL. The port 0 takes any free port. */
  listen(port: number): Promise<string>;
  /**
   * Accepts no more requests, and finishes pending answers before the `onClose` hooks run.
   * @param graceMs - the maximum time for pending answers; then all connections are closed
   */
  close(graceMs?: number): Promise<void>;
}

export function localServer(app: FastifyInstance): LocalServer {
  return {
    listen: (port) => app.listen({ port, host: '127.0.0.1' }),
    close: async (graceMs = 0) => {
      const endsAt = performance.now() + graceMs;
      const timer = setInterval(() => {
        // Repeated, since a keep-alive connection is not idle before its current answer is finished.
        if (performance.now() < endsAt) app.server.closeIdleConnections();
        else app.server.closeAllConnections();
      }, 10);
      try {
        await app.close();
      } finally {
        clearInterval(timer);
      }
    },
  };
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

// Bytes that are not UTF-8 are refused: replacing them would change the stored text.
const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(body: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(utf8.decode(body));
    // Throws if the value is nested too deeply to be written again.
    JSON.stringify(value);
    return value;
  } catch {
    throw refusal(400, 'The body is not valid JSON.');
  }
}

function noSchemas(): never {
  throw new Error('The routes of the reference implementation have no schemas.');
}
