import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Behaviour, Closing, ServiceAnswer, ServiceRequest } from './behaviour.ts';
import { type IsolatedReference, openIsolatedReference } from './isolated-reference.ts';

export interface RunningService {
  readonly baseUrl: string;
  /**
   * Stops the service and closes its connections.
   * @throws what the behaviour threw, which is a bug of the behaviour and must not look like an answer
   */
  readonly close: () => Promise<void>;
}

/**
 * Starts a service with this behaviour on 127.0.0.1.
 * @param reference - the data and answers of the service; by default those of the demo organisations
 * @param wantedPort - 0 for any free port
 */
export async function startService(
  behaviour: Behaviour,
  reference: IsolatedReference = openIsolatedReference(),
  wantedPort = 0,
): Promise<RunningService> {
  const mistakes: unknown[] = [];
  const server = createServer((incoming, outgoing) => {
    if (comesTooLate(incoming.socket)) {
      incoming.socket.resetAndDestroy();
      return;
    }
    requestOf(incoming)
      .then(async (request) => write(await behaviour(request, reference.answer), outgoing))
      .catch((error: unknown) => {
        // An error after the caller has disconnected is not a bug of the behaviour.
        if (incoming.complete) mistakes.push(error);
        outgoing.destroy();
      });
  });
  server.listen(wantedPort, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await reference.close();
      if (mistakes.length > 0) throw mistakes[0];
    },
  };
}

async function requestOf(incoming: IncomingMessage): Promise<ServiceRequest> {
  const { method = 'GET', url = '/', headers, headersDistinct } = incoming;
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  const { authorization: authorizations = [] } = headersDistinct;
  return {
    method,
    path: url,
    headers: Object.fromEntries(texts),
    authorizations,
    body: await text(incoming),
  };
}

/** The number of bytes in a chunk. A prime, so that chunks end in the middle of characters and numbers. */
const chunkLength = 61;

const codings: Readonly<Record<string, (body: Uint8Array) => Buffer>> = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
};

const ending = new WeakSet<Socket>();

const idling = new WeakMap<Socket, NodeJS.Timeout>();
const idleMs = 5;

function comesTooLate(socket: Socket): boolean {
  clearTimeout(idling.get(socket));
  return ending.has(socket);
}

export function bytesOf({ headers, body }: ServiceAnswer): Buffer {
  const text = Buffer.from(body, headers['content-type']?.includes('iso-8859-1') ? 'latin1' : 'utf8');
  return codings[headers['content-encoding'] ?? '']?.(text) ?? text;
}

async function write(answer: ServiceAnswer, outgoing: ServerResponse): Promise<void> {
  const { status, headers, wire = {} } = answer;
  const bytes = bytesOf(answer);
  const { hasInterim, closing, trailers = {}, pauseMs = 0 } = wire;
  const { socket } = outgoing;
  if (hasInterim === true) {
    outgoing.writeProcessing();
    outgoing.writeEarlyHints({ link: '</style.css>; rel=preload' });
  }
  if (wire.isHttp10 === true) {
    socket?.end(Buffer.concat([Buffer.from(oldHead(answer)), bytes]));
    return;
  }
  if (closing !== undefined && socket !== null) outgoing.on('finish', () => close[closing](socket));
  outgoing.writeHead(status, headers);
  outgoing.addTrailers(trailers);
  const length = headers['transfer-encoding'] === 'chunked' ? chunkLength : bytes.length;
  let at = 0;
  for (; at + length < bytes.length; at += length) outgoing.write(bytes.subarray(at, at + length));
  if (pauseMs > 0) {
    outgoing.flushHeaders();
    await sleep(pauseMs);
  }
  outgoing.end(bytes.subarray(at));
}

const close: Readonly<Record<Closing, (socket: Socket) => void>> = {
  'when idle': (socket) => {
    idling.set(
      socket,
      setTimeout(() => socket.end(), idleMs),
    );
  },
  'at the next request': (socket) => {
    ending.add(socket);
  },
};

/** The head of an HTTP/1.0 answer. HTTP/1.0 has no chunks, so the end of the connection ends the body. */
function oldHead({ status, headers }: ServiceAnswer): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.0 ${status} Answer`, ...lines, '', ''].join('\r\n');
}
