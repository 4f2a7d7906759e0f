import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { during } from '../../support/during.ts';
import {
  answers,
  answersRaw,
  dripsBody,
  dripsHeaders,
  endlessBody,
  floodsInterimResponses,
  gzipBomb,
  neverAnswers,
  refusedPort,
  resetsConnection,
  serve,
  shortBody,
  type TestServer,
} from '../../support/hostile.ts';
import { elapsed, request, transportTo } from './harness.ts';

const head = 'HTTP/1.1 200 OK\r\nx-note: sent-by-server\r\n';

function coded(coding: string, body: Uint8Array): Promise<TestServer> {
  return serve((_, response) => response.writeHead(200, { 'content-encoding': coding }).end(body));
}

describe('an answer that cannot be used', () => {
  describe.each<
    [cause: string, message: string, servers: Readonly<Record<string, () => Promise<TestServer>>>]
  >([
    [
      'malformed',
      'sent something that is not a valid HTTP/1.1 answer.',
      {
        'a status below 100': () => answersRaw('HTTP/1.1 099 Odd\r\n\r\n'),
        'Content-Length and Transfer-Encoding': () =>
          answersRaw(`${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`),
        'Transfer-Encoding and Content-Length': () =>
          answersRaw(`${head}transfer-encoding: chunked\r\ncontent-length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n`),
        'a chunk without a size': () => answersRaw(`${head}transfer-encoding: chunked\r\n\r\nzz`),
        'HTTP/0.9': () => answersRaw('{"sent-by-server":true}'),
        'bare line feeds': () => answersRaw('HTTP/1.1 200 OK\ncontent-length: 0\n\n'),
        'a NUL in a header': () => answersRaw(`${head}x: a\0b\r\n\r\n`),
        'a protocol nobody asked for': () =>
          answersRaw('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
      },
    ],
    [
      'headers-too-large',
      'answered with more than 65536 bytes of headers.',
      {
        'headers without measure': () => answersRaw(`${head}x: ${'x'.repeat(70_000)}\r\n\r\n`),
      },
    ],
    [
      'body-too-large',
      'answered with a body of more than 1000000 bytes.',
      {
        'an endless body': endlessBody,
        'a gzip bomb': gzipBomb,
        'a bomb in two codings': () =>
          coded('br, gzip', gzipSync(brotliCompressSync(Buffer.alloc(2_000_000)))),
      },
    ],
    [
      'closed',
      'closed the connection before its answer was complete.',
      {
        'a body shorter than announced': shortBody,
        'a shorter body on a connection announced to close': () =>
          answersRaw(`${head}connection: close\r\ncontent-length: 100\r\n\r\n{`),
        'nothing at all': () => answersRaw(''),
        'a reset': resetsConnection,
      },
    ],
  ])('%s', (cause, message, servers) => {
    test.each(Object.entries(servers))('%s', async (_, start) => {
      const server = await during(start());
      const delivery = await transportTo(server.url, { maxBodyBytes: 1_000_000 }).send(request);
      // Vitest would print the difference of half a gigabyte.
      const shown = delivery.kind === 'answered' ? { ...delivery, body: delivery.body.length } : delivery;
      expect(shown).toEqual({ kind: 'unanswered', cause, message: `${server.url} ${message}` });
    });
  });

  test('leaves no connection behind', async () => {
    const server = await during(endlessBody());
    await transportTo(server.url, { maxBodyBytes: 1_000 }).send(request);
    await expect.poll(() => server.openConnections()).toBe(0);
  });

  test('a megabyte in chunks of one byte is read, and costs no more than its size allows', async () => {
    const chunks = '1\r\n \r\n'.repeat(1_000_000);
    const server = await during(answersRaw(`${head}transfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`));
    const before = process.memoryUsage().rss;
    const delivery = await transportTo(server.url).send(request);
    expect(delivery).toMatchObject({ kind: 'answered', body: { length: 1_000_000 } });
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });
});

describe('no connection', () => {
  test('a refused port', async () => {
    const url = await refusedPort();
    expect(await transportTo(url).send(request)).toEqual({
      kind: 'unanswered',
      cause: 'refused',
      message: `${url} refused the connection.`,
    });
  });

  test('a name that does not exist', async () => {
    // RFC 6761 reserves `.invalid`: no resolver knows it.
    expect(await transportTo('https://case.invalid/prefix').send(request)).toEqual({
      kind: 'unanswered',
      cause: 'name-not-found',
      message: 'The host name of https://case.invalid:443 could not be resolved.',
    });
  });

  test('no TLS at the other end', async () => {
    const server = await during(answers(200, '{}'));
    const url = server.url.replace('http:', 'https:');
    const delivery = await transportTo(url).send(request);
    expect(delivery).toMatchObject({ kind: 'unanswered', cause: 'tls' });
    expect(delivery).toHaveProperty(
      'message',
      expect.stringMatching(
        new RegExp(
          `^No secure connection to ${url} could be made \\(ERR_SSL_\\w+\\)\\. It may speak http: try http://\\.$`,
        ),
      ),
    );
    expect(server.seen).toEqual([]);
  });
});

describe.concurrent('the deadline', () => {
  const timeoutMs = 200;

  test.each<[string, () => Promise<TestServer>, string?]>([
    ['no answer', neverAnswers],
    ['a TLS handshake that hangs', neverAnswers, 'https:'],
    ['a body byte by byte', dripsBody],
    ['headers byte by byte', dripsHeaders],
    ['interim responses without end', floodsInterimResponses],
  ])('holds for %s', async (_, start, protocol = 'http:') => {
    const server = await during(start());
    const url = server.url.replace('http:', protocol);
    const sending = transportTo(url, { timeoutMs }).send(request);
    expect(await elapsed(sending)).toBeLessThan(10 * timeoutMs);
    expect(await sending).toEqual({
      kind: 'unanswered',
      cause: 'timeout',
      message: `${url} did not answer completely within 200 ms.`,
    });
    await expect.poll(() => server.openConnections()).toBe(0);
  });

  test('does not count the time in the queue', async () => {
    const server = await during(
      serve((_, response) => {
        setTimeout(() => response.end('{}'), 400);
      }),
    );
    const transport = transportTo(server.url, { timeoutMs: 1_000, concurrency: 1 });
    const deliveries = await Promise.all([1, 2, 3].map(() => transport.send(request)));
    expect(deliveries.map((delivery) => delivery.kind)).toEqual(['answered', 'answered', 'answered']);
  });
});
