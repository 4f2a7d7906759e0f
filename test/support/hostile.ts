/**
 * Servers that behave badly, each on a free port of 127.0.0.1. A command or a transport under test is given the
 * `url`; the test closes the server.
 */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createNetServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** One request as the server saw it. */
export interface Seen {
  /** Milliseconds, from `performance.now()`. */
  readonly at: number;
  /** As it came over the wire, undecoded. */
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface TestServer {
  readonly url: string;
  readonly port: number;
  /** Every request so far, in the order of arrival; always empty for a raw server. */
  readonly seen: readonly Seen[];
  /** Connections that are open now. */
  openConnections(): number;
  /** Ends all connections too. */
  close(): Promise<void>;
}

/** Starts an HTTP server. */
export async function serve(listener: RequestListener): Promise<TestServer> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    seen.push({ at: performance.now(), ...shown(request) });
    // A client that goes away in the middle is what many of these servers are for.
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    listener(request, response);
  });
  return started(server, seen);
}

/** Starts a server that hands over each connection once the head of a request has arrived on it. */
export async function serveRaw(reply: (socket: Socket, head: string) => void): Promise<TestServer> {
  const server = createNetServer((socket) => {
    let head = '';
    const read = (chunk: Buffer): void => {
      head += chunk.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      socket.off('data', read).resume();
      reply(socket, head);
    };
    socket.on('data', read);
  });
  return started(server, []);
}

/** Answers every request with this text as it is, and closes the connection. */
export function answersRaw(text: string): Promise<TestServer> {
  return serveRaw((socket) => socket.end(text, 'latin1'));
}

/** Accepts connections and requests, and says nothing. Also hangs a TLS handshake. */
export function neverAnswers(): Promise<TestServer> {
  return started(
    createNetServer((socket) => socket.resume()),
    [],
  );
}

/** A complete body of JSON, byte by byte, without an end in sight. */
export function dripsBody(everyMs = 20): Promise<TestServer> {
  return serveRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n[');
    repeat(socket, everyMs, () => socket.write(' '));
  });
}

/** A header that never ends, byte by byte. */
export function dripsHeaders(everyMs = 20): Promise<TestServer> {
  return serveRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
    repeat(socket, everyMs, () => socket.write('x'));
  });
}

/** Interim responses without a final one. */
export function floodsInterimResponses(): Promise<TestServer> {
  const burst = 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(50);
  return serveRaw((socket) => repeat(socket, 2, () => socket.write(burst)));
}

/** A body that goes on as long as it is read. */
export function endlessBody(): Promise<TestServer> {
  const chunk = Buffer.alloc(65_536, ' ');
  return serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  });
}

/** A body of half a megabyte that decompresses to half a gigabyte of zeros. */
export function gzipBomb(): Promise<TestServer> {
  // A gzip body may be several members in a row: ten mebibytes, compressed once, sent fifty times.
  const member = gzipSync(Buffer.alloc(10 * 2 ** 20));
  const bomb = Buffer.concat(Array.from({ length: 50 }, () => member));
  return serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(bomb);
  });
}

/** Sends everybody to `location`, with the given status. */
export function redirectsElsewhere(location: string, status = 307): Promise<TestServer> {
  return serve((_, response) => response.writeHead(status, { location }).end());
}

/** A JSON array in an array in an array, `depth` times. */
export function nestedBrackets(depth: number): Promise<TestServer> {
  return answers(200, '['.repeat(depth) + ']'.repeat(depth));
}

/** Says that the answer is JSON, and sends a page of HTML. */
export function htmlAsJson(): Promise<TestServer> {
  return answers(200, '<!doctype html><title>Sign in</title>');
}

/** Takes the request and resets the connection. */
export function resetsConnection(): Promise<TestServer> {
  return serveRaw((socket) => socket.resetAndDestroy());
}

/** Announces more than it sends. */
export function shortBody(): Promise<TestServer> {
  return answersRaw('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"a":');
}

/** Always 429, with or without a Retry-After header. */
export function throttlesAlways(retryAfter?: string, status = 429): Promise<TestServer> {
  return serve((_, response) => {
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end();
  });
}

/** The same status and body for every request, as JSON. */
export function answers(status: number, body: string | Uint8Array): Promise<TestServer> {
  return serve((_, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
}

/** A URL whose port refuses connections. */
export async function refusedPort(): Promise<string> {
  const server = await neverAnswers();
  await server.close();
  return server.url;
}

async function started(server: Server, seen: readonly Seen[]): Promise<TestServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    seen,
    openConnections: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function shown({ url = '', method = '', headers }: IncomingMessage): Omit<Seen, 'at'> {
  return { path: url, method, headers };
}

function repeat(socket: Socket, everyMs: number, action: () => void): void {
  const timer = setInterval(action, everyMs);
  socket.on('close', () => clearInterval(timer));
}
