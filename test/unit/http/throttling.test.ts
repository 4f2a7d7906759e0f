import { describe, expect, test } from 'vitest';
import { serve, type TestServer, throttlesAlways } from '../../support/hostile.ts';
import { during, elapsed, request, times, transportTo } from './harness.ts';

/** Throttles the first request only. */
function throttlesOnce(headers: Readonly<Record<string, string>>, status = 429): Promise<TestServer> {
  let count = 0;
  return serve((_, response) => {
    count += 1;
    if (count === 1) response.writeHead(status, headers).end();
    else response.end('{}');
  });
}

function gap(server: TestServer): number {
  const [first, second] = server.seen;
  return (second?.at ?? 0) - (first?.at ?? 0);
}

describe.concurrent('a wait that is asked for is waited', () => {
  const skewed = { date: 'Sun, 06 Nov 1994 08:49:37 GMT' };

  test.each<[string, number, Readonly<Record<string, string>>, number]>([
    ['no time', 429, { 'retry-after': '0' }, 95],
    [
      'until a date, by the clock of the target',
      429,
      { ...skewed, 'retry-after': 'Sun, 06 Nov 1994 08:49:38 GMT' },
      995,
    ],
    ['until now', 429, { ...skewed, 'retry-after': skewed.date }, 95],
  ])('%s', async (_, status, headers, leastMs) => {
    const server = await during(throttlesOnce(headers, status));
    const delivery = await transportTo(server.url, { timeoutMs: 500 }).send(request);
    expect(delivery).toMatchObject({ kind: 'answered', status: 200 });
    expect(server.seen.map(({ path, method }) => [method, path])).toEqual([
      ['GET', request.path],
      ['GET', request.path],
    ]);
    expect(gap(server)).toBeGreaterThan(leastMs);
    expect(gap(server)).toBeLessThan(leastMs + 300);
  });
});

describe.concurrent('a wait that cannot be waited is reported', () => {
  const noHeader = 'did not say when to try again';
  const unreadable = 'sent a Retry-After header that cannot be read';
  const tooLong = 'asked for waits of more than 30000 ms in all';

  test.each<[string | undefined, number, string]>([
    [undefined, 429, noHeader],
    [undefined, 503, noHeader],
    ['3600', 429, tooLong],
    ['31', 503, tooLong],
    ['9'.repeat(400), 429, tooLong],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 429, tooLong],
    ['-1', 429, unreadable],
    ['1.5', 429, unreadable],
    ['soon', 429, unreadable],
    ['', 429, unreadable],
    ['0, 0', 429, unreadable],
    ['2099-01-01T00:00:00Z', 429, unreadable],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 429, 'sent a Retry-After header with a date in the past'],
  ])('Retry-After %o with %i', async (retryAfter, status, reason) => {
    const server = await during(throttlesAlways(retryAfter, status));
    expect(await transportTo(server.url).send(request)).toEqual({
      kind: 'throttled',
      status,
      message: `${server.url} answered ${status} and ${reason}.`,
    });
    expect(server.seen).toHaveLength(1);
  });

  test('the limit is that of the options', async () => {
    const server = await during(throttlesAlways('1'));
    const transport = transportTo(server.url, { maxThrottleWaitMs: 999 });
    expect(await transport.send(request)).toMatchObject({ kind: 'throttled' });
    expect(server.seen).toHaveLength(1);
  });

  test('a target that never asks to wait is not asked for ever', async () => {
    const server = await during(throttlesAlways('0'));
    const sending = transportTo(server.url, { maxThrottleWaitMs: 250 }).send(request);
    expect(await elapsed(sending)).toBeLessThan(600);
    expect(await sending).toMatchObject({ kind: 'throttled', status: 429 });
    // A wait of 100 ms; another of 200 would make more than 250.
    expect(server.seen).toHaveLength(2);
  });
});

test.each([400, 500, 502, 504])('a %i with Retry-After is an answer like others', async (status) => {
  const server = await during(throttlesAlways('0', status));
  expect(await transportTo(server.url).send(request)).toMatchObject({ kind: 'answered', status });
  expect(server.seen).toHaveLength(1);
});

test.concurrent('while one request waits, all wait, those that come later too, and it goes first', async () => {
  const server = await during(throttlesOnce({ 'retry-after': '1' }, 503));
  const transport = transportTo(server.url, { concurrency: 1 });
  const send = (path: string) => transport.send({ ...request, path });
  const sending = ['/1', '/2', '/3'].map(send);
  await expect.poll(() => server.seen.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await Promise.all([...sending, send('/4')]);
  expect(server.seen.map(({ path }) => path)).toEqual(['/1', '/1', '/2', '/3', '/4']);
  expect(gap(server)).toBeGreaterThan(995);
});

test.concurrent('a wait holds no place: what is on its way ends meanwhile', async () => {
  const server = await during(
    serve((incoming, response) => {
      if (server.seen.length === 1) response.writeHead(429, { 'retry-after': '1' }).end();
      else setTimeout(() => response.end('{}'), incoming.url === '/slow' ? 150 : 0);
    }),
  );
  const transport = transportTo(server.url, { concurrency: 2 });
  const throttled = transport.send(request);
  expect(await elapsed(transport.send({ ...request, path: '/slow' }))).toBeLessThan(400);
  await transport.close();
  expect(await throttled).toMatchObject({ cause: 'stopped' });
});

/** Throttles those requests alone, counted from 1, with a wait of 100 ms. */
function throttlesRequests(isThrottled: (number: number) => boolean): Promise<TestServer> {
  let count = 0;
  return serve((_, response) => {
    count += 1;
    if (isThrottled(count)) response.writeHead(429, { 'retry-after': '0' }).end();
    else response.end('{}');
  });
}

describe('the waits of all requests', () => {
  test('end too, though each asks for little', async () => {
    const server = await during(throttlesAlways('0'));
    const transport = transportTo(server.url, { maxAllWaitsMs: 250 });
    const deliveries = [await transport.send(request), await transport.send(request)];
    expect(deliveries).toMatchObject([{ kind: 'throttled' }, { kind: 'throttled' }]);
    // 100 ms are waited once; 200 ms more would be too much, for this request and so for the next but its first wait.
    expect(server.seen.length).toBeLessThanOrEqual(4);
  });

  test('do not add up while requests are answered in between', async () => {
    const server = await during(throttlesRequests((number) => number % 2 === 1));
    const transport = transportTo(server.url, { maxAllWaitsMs: 150 });
    for (const path of ['/1', '/2', '/3', '/4']) {
      expect(await transport.send({ ...request, path })).toMatchObject({ kind: 'answered' });
    }
    expect(server.seen).toHaveLength(8);
  });

  test('may not be more for all that was answered before', async () => {
    const server = await during(throttlesRequests((number) => number > 3));
    const transport = transportTo(server.url, { maxAllWaitsMs: 150 });
    for (const path of ['/1', '/2', '/3']) await transport.send({ ...request, path });
    expect(await transport.send(request)).toMatchObject({ kind: 'throttled' });
    expect(server.seen).toHaveLength(5);
  });

  test('count once where requests wait together', async () => {
    const server = await during(throttlesRequests((number) => number <= 4));
    const transport = transportTo(server.url, { concurrency: 4, maxAllWaitsMs: 290 });
    const deliveries = await times(4, () => transport.send(request));
    expect(deliveries.map(({ kind }) => kind)).toEqual(Array(4).fill('answered'));
    expect(server.seen).toHaveLength(8);
  });
});
