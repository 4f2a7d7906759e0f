import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createNetServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

export interface Seen {
  readonly at: number;
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface TestServer {
  readonly url: string;
  readonly port: number;
  readonly seen: readonly Seen[];
  openConnections(): number;
  close(): Promise<void>;
}

export async function serve(listener: RequestListener): Promise<TestServer> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    seen.push({ at: performance.now(), ...shown(request) });
    // Many of these servers make the client disconnect in the middle.
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    listener(request, response);
  });
  return started(server, seen);
}

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

export function answersRaw(text: string): Promise<TestServer> {
  return serveRaw((socket) => socket.end(text, 'latin1'));
}

export function neverAnswers(): Promise<TestServer> {
  return started(
    createNetServer((socket) => socket.resume()),
    [],
  );
}

export function dripsBody(everyMs = 20): Promise<TestServer> {
  return serveRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n[');
    repeat(socket, everyMs, () => socket.write(' '));
  });
}

export function dripsHeaders(everyMs = 20): Promise<TestServer> {
  return serveRaw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
    repeat(socket, everyMs, () => socket.write('x'));
  });
}

export function floodsInterimResponses(): Promise<TestServer> {
  const burst = 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(50);
  return serveRaw((socket) => repeat(socket, 2, () => socket.write(burst)));
}

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

export function gzipBomb(): Promise<TestServer> {
  // A gzip body may have several members: ten mebibytes, compressed once, are sent fifty times.
  const member = gzipSync(Buffer.alloc(10 * 2 ** 20));
  const bomb = Buffer.concat(Array.from({ length: 50 }, () => member));
  return serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(bomb);
  });
}

export function redirectsElsewhere(location: string, status = 307): Promise<TestServer> {
  return serve((_, response) => response.writeHead(status, { location }).end());
}

export function nestedBrackets(depth: number): Promise<TestServer> {
  return answers(200, '['.repeat(depth) + ']'.repeat(depth));
}

export function htmlAsJson(): Promise<TestServer> {
  return answers(200, '<!doctype html><title>Sign in</title>');
}

export function resetsConnection(): Promise<TestServer> {
  return serveRaw((socket) => socket.resetAndDestroy());
}

export function shortBody(): Promise<TestServer> {
  return answersRaw('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"a":');
}

export function throttlesAlways(retryAfter?: string, status = 429): Promise<TestServer> {
  return serve((_, response) => {
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end();
  });
}

export function answers(status: number, body: string | Uint8Array): Promise<TestServer> {
  return serve((_, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
}

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
