import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type FastifyInstance, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';

export interface LogStream {
  write(line: string): void;
}

/**
 * Settings of a server that logs lines of JSON, or nothing. URLs, addresses, headers, bodies and error messages may all
 * contain a token or personal data, so none of them is logged.
 */
export function logSettings(stream: LogStream | undefined): Partial<FastifyServerOptions> {
  if (stream === undefined) return { logger: false };
  return {
    logger: { level: 'info', base: null, stream, serializers: { req: shownRequest, err: shownError } },
    // `logRequests` writes one line for each request, when it is answered.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
  };
}

/** Logs each request when it is answered, and returns its identifier in the answer. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => void reply.header('X-Request-Id', request.id));
  app.addHook('onResponse', async (request, { statusCode: status, elapsedTime }) => {
    request.log.info({ ...shownRequest(request), status, milliseconds: Math.round(elapsedTime) }, 'answered');
  });
}

/** The identifier that a proxy gave, if it is a UUID, or else a new one. */
function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && identifier.test(given) ? given : randomUUID();
}

/** A UUID with or without hyphens, which no token looks like. */
const identifier = /^[\da-f]{8}(-?)[\da-f]{4}\1[\da-f]{4}\1[\da-f]{4}\1[\da-f]{12}$/i;

/** The route instead of the path, which contains identifiers. */
function shownRequest({ method, routeOptions }: FastifyRequest) {
  return { method, route: routeOptions.url ?? 'none' };
}

/** The type of the error and where it was thrown. */
function shownError(error: Error & { code?: string }) {
  const { name, code, stack = '' } = error;
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: name,
    message: '',
    code,
    stack: frames.join('\n'),
  };
}
