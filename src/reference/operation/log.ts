import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type FastifyInstance, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';

/** Where the log goes. */
export interface LogStream {
  write(line: string): void;
}

/**
 * Settings of a server that logs lines of JSON, or nothing. A URL, an address, a header, a body and the words of an error
 * may all hold a token or what is personal, so none of them is logged.
 */
export function logSettings(stream: LogStream | undefined): Partial<FastifyServerOptions> {
  if (stream === undefined) return { logger: false };
  return {
    logger: { level: 'info', base: null, stream, serializers: { req: shownRequest, err: shownError } },
    // Each request has one line, once it is answered.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
  };
}

/** Logs each request when it is answered, and tells its identifier to whoever sent it. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => void reply.header('X-Request-Id', request.id));
  app.addHook('onResponse', async (request, { statusCode: status, elapsedTime }) => {
    request.log.info({ ...shownRequest(request), status, milliseconds: Math.round(elapsedTime) }, 'answered');
  });
}

/** The identifier that a proxy gave, where it has the form of one, or else a new one. */
function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && identifier.test(given) ? given : randomUUID();
}

/** A UUID with or without hyphens: no token looks so. */
const identifier = /^[\da-f]{8}(-?)[\da-f]{4}\1[\da-f]{4}\1[\da-f]{4}\1[\da-f]{12}$/i;

/** The route in place of the path, which has identifiers in it. */
function shownRequest({ method, routeOptions }: FastifyRequest) {
  return { method, route: routeOptions.url ?? 'none' };
}

/** What kind of error it is, and where it comes from. */
function shownError(error: Error & { code?: string }) {
  const { name, code, stack = '', cause } = error;
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: name,
    message: '',
    code: code ?? (cause as { code?: string } | undefined)?.code,
    stack: frames.join('\n'),
  };
}
