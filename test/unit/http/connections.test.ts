import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { createServer as createSecureServer } from 'node:tls';
import { describe, expect, test } from 'vitest';
import type { WireRequest } from '../../../src/http/transport.ts';
import { during } from '../../support/during.ts';
import { atEndOfFile } from '../../support/end-of-file.ts';
import { serve, type TestServer } from '../../support/hostile.ts';
import { cert, key, serveSelfSigned } from '../../support/self-signed.ts';
import { request, times, transportTo } from './harness.ts';

type Closing = (socket: Socket, served: number) => 'answer' | 'close';

async function closing(
  before: Closing,
  after: (socket: Socket) => void = () => undefined,
): Promise<TestServer> {
  const served = new WeakMap<Socket, number>();
  return during(
    serve(({ socket }: IncomingMessage, response: ServerResponse) => {
      const count = served.get(socket) ?? 0;
      served.set(socket, count + 1);
      if (before(socket, count) === 'close') return;
      response.end('{}');
      response.on('finish', () => after(socket));
    }),
  );
}

const always: Closing = () => 'answer';

const atTheNext =
  (end: (socket: Socket) => void): Closing =>
  (socket, served) => {
    if (served === 0) return 'answer';
    end(socket);
    return 'close';
  };

test('While requests are sent one by one, no idle connections take the places of those that a target has', async () => {
  const server = await during(serve((_, response) => setTimeout(() => response.end('{}'), 20)));
  const transport = transportTo(server.url, { concurrency: 3 });
  const change = (): Promise<unknown> => transport.send({ ...request, method: 'PATCH', body: '{}' });
  await times(3, () => transport.send(request));
  expect(server.openConnections()).toBe(3);
  const resume = transport.sendOneByOne?.();
  await change();
  expect(server.openConnections()).toBeLessThanOrEqual(1);
  resume?.();
  await times(3, () => transport.send(request));
  expect(server.openConnections()).toBe(3);
});

const servers: readonly (readonly [string, () => Promise<TestServer>])[] = [
  ['after its answer', () => closing(always, (socket) => socket.end())],
  ['after its answer, with a reset', () => closing(always, (socket) => socket.resetAndDestroy())],
  ['after 5 ms', () => closing(always, (socket) => setTimeout(() => socket.end(), 5))],
  ['as the next request arrives', () => closing(atTheNext((socket) => socket.end()))],
  ['at the next request, with a reset', () => closing(atTheNext((socket) => socket.resetAndDestroy()))],
];

const patch: WireRequest = { ...request, method: 'PATCH', body: '{"title":"Dr"}' };

describe.each(servers)('a target that closes a connection %s, unannounced', (_, start) => {
  test('answers every GET', async () => {
    const server = await start();
    const transport = transportTo(server.url, { concurrency: 2 });
    const deliveries = [];
    for (let round = 0; round < 10; round += 1) {
      deliveries.push(...(await times(2, () => transport.send(request))));
      await new Promise((resolve) => setTimeout(resolve, round));
    }
    expect(deliveries.filter(({ kind }) => kind !== 'answered')).toEqual([]);
  });

  test('has every change, once', async () => {
    const server = await start();
    const transport = transportTo(server.url, { concurrency: 2 });
    for (let round = 0; round < 10; round += 1) {
      expect(await transport.send(request)).toMatchObject({ kind: 'answered' });
      expect(await transport.send(patch)).toMatchObject({ kind: 'answered' });
    }
    expect(server.seen.filter(({ method }) => method === 'PATCH')).toHaveLength(10);
  });
});

describe('what was not answered is not sent again', () => {
  test.each<[string, WireRequest]>([
    ['a change', patch],
    ['a creation', { ...request, method: 'POST', body: '{}' }],
    ['what replaces', { ...request, method: 'PUT', body: '{}' }],
    // Only on a reused connection can a close cross the request.
    ['a reading on a connection of its own', request],
  ])('%s', async (_, sent) => {
    const server = await closing((socket) => {
      socket.resetAndDestroy();
      return 'close';
    });
    expect(await transportTo(server.url).send(sent)).toMatchObject({ cause: 'closed' });
    expect(server.seen).toHaveLength(1);
  });

  test('where some of an answer came', async () => {
    const server = await closing((socket, served) => {
      if (served === 0) return 'answer';
      socket.end('HTTP/1.1 200 OK\r\n');
      return 'close';
    });
    const transport = transportTo(server.url);
    expect(await transport.send(request)).toMatchObject({ kind: 'answered' });
    expect(await transport.send(request)).toMatchObject({ cause: 'closed' });
    expect(server.seen).toHaveLength(2);
  });

  test('more than once', async () => {
    let count = 0;
    const server = await closing((socket) => {
      count += 1;
      if (count === 1) return 'answer';
      socket.resetAndDestroy();
      return 'close';
    });
    const transport = transportTo(server.url);
    await transport.send(request);
    expect(await transport.send(request)).toMatchObject({ cause: 'closed' });
    expect(server.seen).toHaveLength(3);
  });
});

test('a change goes out on a connection of its own, and says so', async () => {
  const ports: (number | undefined)[] = [];
  const server = await during(
    serve((incoming, response) => {
      ports.push(incoming.socket.remotePort);
      response.end('{}');
    }),
  );
  const transport = transportTo(server.url, { concurrency: 1 });
  for (const one of [request, patch, request, patch, request]) await transport.send(one);
  expect(new Set(ports).size).toBeGreaterThanOrEqual(4);
  expect(server.seen.map(({ headers }) => headers.connection)).toEqual([
    'keep-alive',
    'close',
    'keep-alive',
    'close',
    'keep-alive',
  ]);
});

test('a body in chunks goes out whole, without its length', async () => {
  const bodies: string[] = [];
  const server = await during(
    serve(async (incoming, response) => {
      bodies.push(await text(incoming));
      response.end('{}');
    }),
  );
  const transport = transportTo(server.url, { concurrency: 1 });
  const body = '{"firstName":"Zoë"}';
  for (const isChunked of [true, undefined] as const)
    expect(await transport.send({ ...patch, body, ...(isChunked ? { isChunked } : {}) })).toMatchObject({
      status: 200,
    });
  expect(bodies).toEqual([body, body]);
  expect(server.seen.map(({ headers }) => [headers['transfer-encoding'], headers['content-length']])).toEqual(
    [
      ['chunked', undefined],
      [undefined, '20'],
    ],
  );
});

test('no more connections stand than requests may be on their way', async () => {
  let most = 0;
  const server = await during(
    serve((_, response) => {
      most = Math.max(most, server.openConnections());
      setTimeout(() => response.end('{}'), 5);
    }),
  );
  const transport = transportTo(server.url, { concurrency: 3 });
  await times(9, () => transport.send(request));
  await Promise.all([...Array(12).keys()].map((at) => transport.send(at % 2 === 0 ? patch : request)));
  // A connection that was ended may be counted for a moment together with its successor.
  expect(most).toBeLessThanOrEqual(4);
});

test('over TLS too, a GET is sent again where its connection was closed unheard', async () => {
  const served = new WeakSet<object>();
  const server = await serveSelfSigned((incoming, response) => {
    if (served.has(incoming.socket)) {
      incoming.socket.end();
      return;
    }
    served.add(incoming.socket);
    response.end('{}');
  });
  atEndOfFile(server.close);
  const transport = transportTo(server.url, { insecureTls: true });
  for (let round = 0; round < 4; round += 1)
    expect(await transport.send(request)).toMatchObject({ kind: 'answered' });
  expect(server.seen.length).toBeGreaterThan(4);
});

test('what was given up while its connection was made again is not sent once that stands', async () => {
  const seen: string[] = [];
  const secure = createSecureServer({ cert, key }, (socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (sent) => {
      seen.push(String(sent).split('\r\n')[0] ?? '');
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    });
  });
  const made: Socket[] = [];
  // Only the first TLS handshake is answered. The others wait.
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    made.push(socket);
    if (made.length === 1) secure.emit('connection', socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const transport = transportTo(`https://127.0.0.1:${port}`, { insecureTls: true, timeoutMs: 300 });
  expect(await transport.send(request)).toMatchObject({ status: 200 });
  await expect.poll(() => made[0]?.destroyed).toBe(true);
  expect(await transport.send(request)).toMatchObject({ cause: 'timeout' });
  secure.emit('connection', made[1]);
  await expect.poll(() => made[1]?.destroyed).toBe(true);
  expect(seen).toHaveLength(1);
  server.close();
});
