import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

/** Answers with an error body: an object with a message and nothing else (interface 7). */
export function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ message });
}

/** An error with a status and message for the answer, which `answerError` sends. */
export function refusal(status: number, message: string): Error {
  return Object.assign(new Error(message), { statusCode: status });
}

/**
 * An error for a temporary failure of the database, which `answerError` answers with 503.
 * @param code - the code to log, such as `SQLITE_FULL`
 */
export function unavailable(cause: Error & { code?: string }, code = cause.code): Error {
  return Object.assign(new Error('The database does not answer.', { cause }), { statusCode: 503, code });
}

/** Answers an error that a handler threw: 4xx with the error's message, 503 and 500 without details. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error.statusCode ?? 500;
  if (status >= 500) request.log.error(error, 'failed');
  if (status === 503) {
    reply.header('Retry-After', '1');
    return refuse(reply, 503, 'The service cannot reach its data now. Try again.');
  }
  return status >= 400 && status < 500
    ? refuse(reply, status, error.message)
    : refuse(reply, 500, 'Something went wrong in the service.');
}

/** Answers input that is not HTTP, which never reaches Fastify's handlers. */
export function answerConnectionError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason] = connectionStatuses[error.code ?? ''] ?? [400, 'Bad Request'];
  const body = JSON.stringify({ message: `The request could not be read: ${reason}.` });
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/**
 * The answers to connection errors; all others are answered 400. Node has the reasons too, but importing them from its
 * ES module `node:http` would load its WebSocket client, which takes 30 ms.
 */
const connectionStatuses: Readonly<Record<string, readonly [status: number, reason: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
};
