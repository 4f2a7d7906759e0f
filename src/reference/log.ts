import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type FastifyInstance, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';

export interface LogStream {
  write(line: string): void;
}

/**
 * The server settings for a log of JSON lines, or for no log. URLs, network addresses, headers, bodies and error
 * messages are never logged, since each may contain a token or personal data.
 */
export function logSettings(stream: LogStream | undefined): Partial<FastifyServerOptions> {
  if (stream === undefined) return { logger: false };
  return {
    logger: { level: 'info', base: null, stream, serializers: { req: shownRequest, err: shownError } },
    // Fastify's own lines are off, since `logRequests` writes one line for each answered request.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
  };
}

export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => void reply.header('X-Request-Id', request.id));
  app.addHook('onResponse', async (request, { statusCode: status, elapsedTime }) => {
    request.log.info({ ...shownRequest(request), status, milliseconds: Math.round(elapsedTime) }, 'answered');
  });
}

/** The identifier of a request in the log: the UUID that a proxy sent, or else a new one. */
function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && identifier.test(given) ? given : randomUUID();
}

/** A UUID, with or without hyphens. No other text from a request is logged: it might be a token. */
const identifier = /^[\da-f]{8}(-?)[\da-f]{4}\1[\da-f]{4}\1[\da-f]{4}\1[\da-f]{12}$/i;

/**
 * The part of a request to log. The route, such as `/api/v2/cases/:id/data`, instead of the path, which contains an
 * identifier.
 */
function shownRequest({ method, routeOptions }: FastifyRequest) {
  return { method, route: routeOptions.url ?? 'none' };
}

/** The part of an error to log: its type, and where it was thrown, without the message. */
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
