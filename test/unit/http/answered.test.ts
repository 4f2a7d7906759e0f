import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Delivery } from '../../../src/http/transport.ts';
import { during } from '../../support/during.ts';
import { answers, answersRaw, redirectsElsewhere, serve, serveRaw } from '../../support/hostile.ts';
import { elapsed, request, times, transportTo } from './harness.ts';

function textOf(delivery: Delivery): string {
  return delivery.kind === 'answered' ? new TextDecoder().decode(delivery.body) : delivery.message;
}

test('an answer has its status, headers, body and duration', async () => {
  const server = await during(
    answersRaw(
      'HTTP/1.1 201 Created\r\nX-Mixed: One\r\nx-mixed: two\r\n__proto__: three\r\n' +
        'Set-Cookie: a=1\r\nSet-Cookie: b=2\r\ncontent-length: 2\r\n\r\n{}',
    ),
  );
  const delivery = await transportTo(server.url).send(request);
  expect(delivery).toEqual({
    kind: 'answered',
    status: 201,
    headers: {
      'x-mixed': 'One, two',
      ['__proto__']: 'three',
      'set-cookie': 'a=1, b=2',
      'content-length': '2',
    },
    body: new Uint8Array([0x7b, 0x7d]),
    durationMs: expect.any(Number),
  });
});

test('the duration is that of the exchange', async () => {
  const server = await during(
    serve((_, response) => {
      response.flushHeaders();
      setTimeout(() => response.end('{}'), 150);
    }),
  );
  const transport = transportTo(server.url, { concurrency: 1 });
  const start = performance.now();
  const deliveries = await times(2, () => transport.send(request));
  const durations = deliveries.map((one) => (one.kind === 'answered' ? one.durationMs : 0));
  for (const durationMs of durations) expect(durationMs).toBeGreaterThan(148);
  // The second one waited for the first.
  expect((durations[0] ?? 0) + (durations[1] ?? 0)).toBeLessThanOrEqual(performance.now() - start);
});

test.each([204, 301, 304, 400, 401, 404, 500, 502, 999])('status %i is an answer', async (status) => {
  const server = await during(answersRaw(`HTTP/1.1 ${status} Text\r\ncontent-length: 0\r\n\r\n`));
  expect(await transportTo(server.url).send(request)).toMatchObject({ kind: 'answered', status });
});

describe('a 100 Continue that nobody asked for', () => {
  const interim = 'HTTP/1.1 100 Continue\r\nx-note: 1\r\n\r\n';
  // A body that looks like an interim answer stays.
  const body = `${interim}{}`;
  const answer = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`;

  test.each([
    ['at once', [interim + answer + body]],
    ['apart from the answer', [interim, answer, body]],
    ['twice', [interim + interim, interim, answer, body]],
    ['before other interim answers', [`${interim}HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n`, answer, body]],
  ])('is read over where it comes %s', async (_, parts) => {
    const server = await during(
      serveRaw(async (socket) => {
        for (const part of parts) {
          socket.write(part);
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      }),
    );
    const delivery = await transportTo(server.url).send({ ...request, method: 'PATCH', body: '{}' });
    expect(textOf(delivery)).toBe(body);
  });

  test('is read over on a connection that is used again', async () => {
    const server = await during(
      serve((_, response) => {
        response.writeContinue();
        response.end('{}');
      }),
    );
    const transport = transportTo(server.url, { concurrency: 1 });
    for (let n = 0; n < 3; n += 1) expect(textOf(await transport.send(request))).toBe('{}');
    expect(server.openConnections()).toBe(1);
  });

  test('is no answer', async () => {
    const server = await during(answersRaw(interim));
    expect(await transportTo(server.url).send(request)).toMatchObject({ cause: 'closed' });
  });
});

describe('content codings', () => {
  const body = Buffer.from('{"a":1}');

  test.each<[coding: string, encoded: Buffer]>([
    ['gzip', gzipSync(body)],
    ['X-GZIP', gzipSync(body)],
    ['deflate', deflateSync(body)],
    ['deflate', deflateRawSync(body)],
    ['br', brotliCompressSync(body)],
    ['identity', body],
    ['deflate, , gzip', gzipSync(deflateSync(body))],
    // Unknown codings are left on.
    ...['zstd', 'gzip, zstd', 'none', Array(6).fill('gzip').join(', ')].map((coding): [string, Buffer] => [
      coding,
      body,
    ]),
  ])('%s comes off, if it is known', async (coding, encoded) => {
    const server = await during(
      serve((_, response) => response.writeHead(200, { 'content-encoding': coding }).end(encoded)),
    );
    const delivery = await transportTo(server.url).send(request);
    expect(textOf(delivery)).toBe('{"a":1}');
    expect(delivery).toMatchObject({ headers: { 'content-encoding': coding } });
  });

  test.each([
    ['gzip', body],
    ['gzip', gzipSync('{}'.repeat(99)).subarray(0, 20)],
    ['br', Buffer.alloc(9, 0xff)],
  ])('bytes that do not match %s are an answer that is undecodable', async (coding, bytes) => {
    const server = await during(
      serve((_, response) => response.writeHead(200, { 'content-encoding': coding }).end(bytes)),
    );
    const delivery = await transportTo(server.url).send(request);
    expect(delivery).toMatchObject({ kind: 'answered', isUndecodable: true, body: { length: bytes.length } });
  });

  test('an answer without a body needs no decoding', async () => {
    const server = await during(
      answersRaw('HTTP/1.1 401 No\r\ncontent-encoding: gzip\r\ncontent-length: 0\r\n\r\n'),
    );
    expect(await transportTo(server.url).send(request)).toMatchObject({ status: 401, body: { length: 0 } });
  });
});

test.each([301, 302, 303, 307, 308])(
  'a redirect with %i is an answer, and nothing goes to the other host',
  async (status) => {
    const elsewhere = await during(answers(200, '{}'));
    const server = await during(redirectsElsewhere(`${elsewhere.url}/api`, status));
    const delivery = await transportTo(server.url).send(request);
    expect(delivery).toMatchObject({
      kind: 'answered',
      status,
      headers: { location: `${elsewhere.url}/api` },
    });
    expect(server.seen).toHaveLength(1);
    expect(elsewhere.seen).toEqual([]);
    expect(elsewhere.openConnections()).toBe(0);
  },
);

test('a body that is as long as the limit is an answer', async () => {
  const server = await during(answers(200, 'x'.repeat(1_000)));
  expect(await transportTo(server.url, { maxBodyBytes: 1_000 }).send(request)).toMatchObject({ status: 200 });
  expect(await transportTo(server.url, { maxBodyBytes: 999 }).send(request)).toMatchObject({
    kind: 'unanswered',
  });
});

test('connections are used again', async () => {
  const server = await during(answers(200, '{}'));
  const transport = transportTo(server.url, { concurrency: 1 });
  for (let n = 0; n < 5; n += 1) await transport.send(request);
  expect(server.openConnections()).toBe(1);
  expect(await elapsed(transport.close())).toBeLessThan(500);
});
