import { describe, expect, test } from 'vitest';
import { openThrottling, retryAfterMs, throttlingAdvice } from '../../../src/http/throttling.ts';
import type { Answer } from '../../../src/http/transport.ts';
import { during } from '../../support/during.ts';
import { serve, type TestServer, throttlesAlways } from '../../support/hostile.ts';
import { openSteppedClock } from '../../support/stepped-clock.ts';
import { elapsed, request, times, transportTo } from './harness.ts';

async function throttlesOnce(headers: Readonly<Record<string, string>>, status = 429) {
  const clock = openSteppedClock();
  const at: number[] = [];
  const server = await during(
    serve((_, response) => {
      at.push(clock.now());
      if (at.length === 1) response.writeHead(status, headers).end();
      else response.end('{}');
    }),
  );
  return { server, clock, at };
}

describe.concurrent('a wait that is asked for is waited', () => {
  const skewed = { date: 'Sun, 06 Nov 1994 08:49:37 GMT' };

  test.each<[string, number, Readonly<Record<string, string>>, number]>([
    ['no time', 429, { 'retry-after': '0' }, 100],
    ['until a date of its clock', 429, { ...skewed, 'retry-after': 'Sun, 06 Nov 1994 08:49:38 GMT' }, 1_000],
    ['until now', 429, { ...skewed, 'retry-after': skewed.date }, 100],
  ])('%s', async (_, status, headers, ms) => {
    const { server, clock, at } = await throttlesOnce(headers, status);
    const delivery = await transportTo(server.url, { clock }).send(request);
    expect(delivery).toMatchObject({ kind: 'answered', status: 200 });
    expect(server.seen.map(({ path, method }) => [method, path])).toEqual([
      ['GET', request.path],
      ['GET', request.path],
    ]);
    expect(at).toEqual([0, ms]);
  });
});

describe.concurrent('a wait that cannot be waited is reported', () => {
  const tooLong = 'asked for waits of more than 30000 ms in all';

  test.each([
    ['3600', 429],
    ['9'.repeat(400), 429],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 429],
  ])('Retry-After %o with %i', async (retryAfter, status) => {
    const server = await during(throttlesAlways(retryAfter, status));
    expect(await transportTo(server.url).send(request)).toEqual({
      kind: 'throttled',
      status,
      message: `${server.url} answered ${status} and ${tooLong}.`,
    });
    expect(server.seen).toHaveLength(1);
  });

  test('a target that never asks to wait is not asked for ever', async () => {
    const server = await during(throttlesAlways('0'));
    const transport = transportTo(server.url, { clock: openSteppedClock() });
    expect(await transport.send(request)).toMatchObject({ kind: 'throttled', status: 429 });
    // Waits of 0.1 to 12.8 seconds. One more, of 25.6, would exceed 30 seconds.
    expect(server.seen).toHaveLength(9);
  });
});

const unsaid = (status: number, retryAfter?: string): Answer => ({
  kind: 'answered',
  status,
  headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  body: new Uint8Array(),
  durationMs: 1,
});

const patient = {
  isRepeatable: true,
  waits: 0,
  waitedMs: 0,
  maxWaitMs: 30_000,
  consecutiveThrottles: 0,
  random: () => 0,
};

describe('a wait that is not told is chosen', () => {
  test.each([
    [0, 0, 0, 100],
    [1, 0, 0, 200],
    [5, 0, 0, 3_200],
    [0, 0, 0.5, 150],
    [5, 0, 0.999, 6_397],
    [0, 3, 0, 800],
  ])(
    'after %i waits, and %i throttled before, at random %f: %i ms',
    (waits, consecutiveThrottles, random, ms) => {
      for (const status of [429, 503]) {
        const limits = { ...patient, waits, consecutiveThrottles, random: () => random };
        expect(throttlingAdvice(unsaid(status), limits, 0)).toEqual({ kind: 'wait', ms });
      }
    },
  );

  test.each([
    [undefined, 'did not say when to try again'],
    ['-1', 'sent a Retry-After header that cannot be read'],
    ['soon', 'sent a Retry-After header that cannot be read'],
    ['Fri, 02 Jan 2026 03:04:07', 'sent a Retry-After header that cannot be read'],
    ['2099-01-01T00:00:00Z', 'sent a Retry-After header that cannot be read'],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 'sent a Retry-After header with a date in the past'],
  ])('and ends in time, for Retry-After %o', (retryAfter, why) => {
    const now = Date.UTC(2026, 0, 1);
    const advised = (further: Partial<typeof patient>) =>
      throttlingAdvice(unsaid(429, retryAfter), { ...patient, ...further }, now);
    const end = { kind: 'give-up', reason: `${why}, also 6300 ms later`, ms: 0 };
    expect(advised({})).toEqual({ kind: 'wait', ms: 100 });
    expect(advised({ waits: 6, waitedMs: 6_300 })).toEqual(end);
    expect(advised({ waits: 5, waitedMs: 6_300, maxWaitMs: 9_000 })).toEqual(end);
    // Other requests have shown that the target keeps throttling.
    expect(advised({ consecutiveThrottles: 6 })).toEqual({ kind: 'give-up', reason: why, ms: 0 });
  });

  test('but a change that may have been made is not sent again', () => {
    const advised = (status: number, consecutiveThrottles: number) =>
      throttlingAdvice(unsaid(status), { ...patient, isRepeatable: false, consecutiveThrottles }, 0);
    const reason = 'did not say when to try again, so it may have been made or not';
    expect(advised(503, 0)).toEqual({ kind: 'give-up', reason, ms: 100 });
    expect(advised(503, 4)).toEqual({ kind: 'give-up', reason, ms: 1_600 });
    expect(advised(429, 0)).toEqual({ kind: 'wait', ms: 100 });
  });
});

describe.concurrent('throttling that does not say when to try again', () => {
  test('of a change that may have been made has the next request wait, and no more', async () => {
    const { server, clock, at } = await throttlesOnce({}, 503);
    const transport = transportTo(server.url, { clock, random: () => 0 });
    expect(await transport.send({ ...request, method: 'PATCH', body: '{}' })).toEqual({
      kind: 'throttled',
      status: 503,
      message: `${server.url} answered 503 and did not say when to try again, so it may have been made or not.`,
    });
    expect(await transport.send(request)).toMatchObject({ kind: 'answered' });
    expect(server.seen.map(({ method }) => method)).toEqual(['PATCH', 'GET']);
    expect(at).toEqual([0, 100]);
  });

  test('for ever is waited out once, not by each request', async () => {
    const server = await during(throttlesAlways(undefined, 503));
    const transport = transportTo(server.url, { clock: openSteppedClock(), random: () => 0 });
    const message = `${server.url} answered 503 and did not say when to try again, also 6300 ms later.`;
    expect(await transport.send(request)).toEqual({ kind: 'throttled', status: 503, message });
    expect(server.seen).toHaveLength(7);
    await transport.send(request);
    expect(server.seen).toHaveLength(8);
  });
});

test.concurrent.each([400, 500, 502, 504])(
  'a %i with Retry-After is an answer like others',
  async (status) => {
    const server = await during(throttlesAlways('0', status));
    expect(await transportTo(server.url).send(request)).toMatchObject({ kind: 'answered', status });
    expect(server.seen).toHaveLength(1);
  },
);

test.concurrent('while one request waits, all wait, those that come later too, and it goes first', async () => {
  const { server } = await throttlesOnce({ 'retry-after': '1' }, 503);
  // The wait is no part of the time within which each request must be answered.
  const transport = transportTo(server.url, { concurrency: 1, timeoutMs: 500 });
  const send = (path: string) => transport.send({ ...request, path });
  const sending = ['/1', '/2', '/3'].map(send);
  await expect.poll(() => server.seen.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await Promise.all([...sending, send('/4')]);
  expect(server.seen.map(({ path }) => path)).toEqual(['/1', '/1', '/2', '/3', '/4']);
  const [first, again] = server.seen.map(({ at }) => at);
  expect((again ?? 0) - (first ?? 0)).toBeGreaterThan(995);
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

function throttlesRequests(
  isThrottled: (number: number) => boolean,
  retryAfter: string,
): Promise<TestServer> {
  let count = -1;
  return serve((_, response) => {
    count += 1;
    if (isThrottled(count)) response.writeHead(429, { 'retry-after': retryAfter }).end();
    else response.end('{}');
  });
}

describe('the waits of all requests', () => {
  test('end too, though each asks for little', async () => {
    const server = await during(throttlesAlways('0'));
    const transport = transportTo(server.url, { clock: openSteppedClock() });
    for (let count = 0; count < 12; count += 1)
      expect(await transport.send(request)).toMatchObject({ kind: 'throttled' });
    // Each request waits for 25.5 seconds, until the two minutes of all waits are used up.
    expect(server.seen.length).toBeLessThan(8 * 9);
    const before = server.seen.length;
    await transport.send(request);
    expect(server.seen.length - before).toBe(1);
  });

  test('do not add up while requests are answered in between', async () => {
    const server = await during(throttlesRequests((number) => number % 2 === 0, '1'));
    const transport = transportTo(server.url, { clock: openSteppedClock() });
    for (let count = 0; count < 130; count += 1)
      expect(await transport.send(request)).toMatchObject({ kind: 'answered' });
  });

  test('count once where requests wait together', () => {
    let count = 0;
    const throttling = openThrottling({
      random: () => 0,
      // Four requests wait for the same 25 seconds.
      hold: () => (count++ % 4 === 0 ? 25_000 : 0),
      sendOneByOne: () => () => undefined,
    });
    const waiter = { isRepeatable: true, waits: 0, waitedMs: 0, wasConcurrent: true };
    const advised = Array.from({ length: 12 }, () => throttling.throttled(unsaid(429, '25'), waiter).kind);
    expect(advised).toEqual(Array(12).fill('wait'));
  });
});

function throttlesCrowds(most: number, first = 0): { readonly server: Promise<TestServer>; count(): number } {
  let now = 0;
  let count = 0;
  let throttled = 0;
  const server = serve((_, response) => {
    count += 1;
    if (now >= most || count <= first) {
      throttled += 1;
      response.writeHead(429, { 'retry-after': '0' }).end();
      return;
    }
    now += 1;
    setTimeout(() => {
      now -= 1;
      response.end('{}');
    }, 20);
  });
  return { server, count: () => throttled };
}

describe('a target that throttles those that meet others', () => {
  test('is sent one request at a time', async () => {
    const { server, count } = throttlesCrowds(1);
    const transport = transportTo((await during(server)).url, { concurrency: 4 });
    const deliveries = await times(30, () => transport.send(request));
    expect(deliveries.every(({ kind }) => kind === 'answered')).toBe(true);
    expect(count()).toBeLessThanOrEqual(8);
  });

  test.each([
    ['once', 3],
    ['and one that comes alone', 6],
  ])('%s, is sent several at once as before', async (_, first) => {
    const { server, count } = throttlesCrowds(4, first);
    const transport = transportTo((await during(server)).url, { concurrency: 4 });
    await times(4, () => transport.send(request));
    expect(count()).toBe(first);
    const deliveries = await times(8, () => transport.send(request));
    expect(deliveries.every(({ wasConcurrent }) => wasConcurrent === true)).toBe(true);
  });
});

const now = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

test.each<readonly [string, string | undefined, number | undefined]>([
  ['0', undefined, 0],
  ['007', undefined, 7_000],
  ['Fri, 02 Jan 2026 03:04:07 GMT', undefined, 2_000],
  ['Friday, 02-Jan-26 03:04:07 GMT', undefined, 2_000],
  ['Fri Jan  2 03:04:07 2026', undefined, 2_000],
  ['Fri, 02 Jan 2026 03:04:05 GMT', undefined, 0],
  ['Fri, 02 Jan 2026 03:04:07 GMT', 'Fri, 02 Jan 2026 03:04:00 GMT', 7_000],
  ['Fri, 02 Jan 2026 03:04:07 GMT', 'yesterday', 2_000],
  ['Fri, 02 Jan 2026 03:04:04 GMT', undefined, -1_000],
  ['Fri, 02 Jab 2026 03:04:07 GMT', undefined, undefined],
  ['Fri, 02 Jan 2026 04:04:07 +0100', undefined, 2_000],
  ['2026', undefined, 2_026_000],
  ...['', '1.5', '0, 0', '+1', '1e3'].map((value) => [value, undefined, undefined] as const),
])('%s, answered at %s: %s ms', (value, date, expected) => {
  expect(retryAfterMs(value, date, now)).toBe(expected);
});
