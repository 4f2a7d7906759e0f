import { describe, expect, test } from 'vitest';
import { during } from '../../support/during.ts';
import { answers, type Seen, serve } from '../../support/hostile.ts';
import { elapsed, request, times, transportTo } from './harness.ts';

function densest(arrivals: readonly number[]): number {
  const sorted = arrivals.toSorted((a, b) => a - b);
  return Math.max(...sorted.map((from) => sorted.filter((at) => at >= from && at < from + 1000).length));
}

const at = (seen: Seen): number => seen.at;

function slow(ms: number): { readonly server: ReturnType<typeof serve>; readonly most: () => number } {
  let now = 0;
  let most = 0;
  const server = serve((_, response) => {
    now += 1;
    most = Math.max(most, now);
    setTimeout(() => {
      now -= 1;
      response.end('{}');
    }, ms);
  });
  return {
    server,
    most: () => {
      const until = most;
      most = now;
      return until;
    },
  };
}

describe.concurrent('the rate', () => {
  test('holds in any one second, evenly', async () => {
    const server = await during(answers(200, '{}'));
    const transport = transportTo(server.url, { requestsPerSecond: 20 });
    await times(24, () => transport.send(request));
    const arrivals = server.seen.map(at);
    expect(arrivals).toHaveLength(24);
    expect(densest(arrivals)).toBeLessThanOrEqual(20);
    expect(arrivals.filter((time) => time < (arrivals[0] ?? 0) + 200).length).toBeLessThanOrEqual(5);
  });

  test('lets some start at the same moment, and holds', async () => {
    const server = await during(answers(200, '{}'));
    const transport = transportTo(server.url, { requestsPerSecond: 10, concurrency: 4 });
    await times(8, () => transport.send(request));
    await transport.gather?.(4);
    const tookMs = await elapsed(times(6, () => transport.send(request)));
    const arrivals = server.seen.map(at).sort((a, b) => a - b);
    expect(densest(arrivals)).toBeLessThanOrEqual(10);
    // Spaced evenly, the fourth would arrive 300 ms after the first.
    expect((arrivals[11] ?? 0) - (arrivals[8] ?? 0)).toBeLessThan(100);
    expect(tookMs).toBeGreaterThan(350);
  });

  test('gathers no more than may be under way, and nobody once it is closed', async () => {
    const server = await during(answers(200, '{}'));
    const transport = transportTo(server.url, { requestsPerSecond: 0.01 });
    await transport.send(request);
    const gathering = transport.gather?.(100);
    await transport.close();
    await gathering;
    await transportTo(server.url, { requestsPerSecond: Number.POSITIVE_INFINITY }).gather?.(100);
  });

  test('holds where a request arrives late', async () => {
    const arrivals: number[] = [];
    const server = await during(
      serve((_, response) => {
        // Simulates that the first request's connection took longer than the others.
        setTimeout(
          () => {
            arrivals.push(performance.now());
            response.end('{}');
          },
          server.seen.length === 1 ? 300 : 0,
        );
      }),
    );
    const transport = transportTo(server.url, { requestsPerSecond: 4 });
    await times(5, () => transport.send(request));
    expect(densest(arrivals)).toBeLessThanOrEqual(4);
  });

  test('below one a second spaces the requests out', async () => {
    const server = await during(answers(200, '{}'));
    const transport = transportTo(server.url, { requestsPerSecond: 0.9 });
    await times(2, () => transport.send(request));
    const [first, second] = server.seen.map(at);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(1_100);
  });

  test('counts what is sent again', async () => {
    const server = await during(
      serve((_, response) => {
        response.writeHead(server.seen.length === 2 ? 429 : 200, { 'retry-after': '0' }).end();
      }),
    );
    const transport = transportTo(server.url, { requestsPerSecond: 4 });
    // The first request also connects, which takes a while on a busy machine.
    for (let sent = 0; sent < 2; sent += 1) await transport.send(request);
    const [, refused, again] = server.seen.map(at);
    expect((again ?? 0) - (refused ?? 0)).toBeGreaterThan(200);
  });
});

test('a change does not wait for its place among readings, and the rate holds', async () => {
  const server = await during(slow(210).server);
  const transport = transportTo(server.url, { requestsPerSecond: 5, concurrency: 4 });
  const reading = times(4, () => transport.send(request));
  for (let sent = 0; sent < 4; sent += 1) await transport.send({ ...request, method: 'PATCH' });
  await reading;
  // If changes queued among the readings, the last change would arrive last.
  expect(server.seen.at(-1)?.method).toBe('GET');
  expect(densest(server.seen.map(at))).toBeLessThanOrEqual(5);
});

describe('the concurrency', () => {
  test('holds, and is reached', async () => {
    const { server: starting, most } = slow(20);
    const server = await during(starting);
    const transport = transportTo(server.url, { concurrency: 3 });
    await times(15, () => transport.send(request));
    expect(most()).toBe(3);
    expect(server.openConnections()).toBe(3);
  });

  test('is given back by requests that fail', async () => {
    const server = await during(serve((_, response) => response.destroy()));
    const transport = transportTo(server.url, { concurrency: 1 });
    expect(await times(4, () => transport.send(request))).toHaveLength(4);
    expect(server.seen).toHaveLength(4);
  });

  test('what gathers starts together, and before what waits besides', async () => {
    let now = 0;
    const together: string[] = [];
    const server = await during(
      serve(({ url = '' }, response) => {
        now += 1;
        together.push(`${url} ${now}`);
        setTimeout(() => {
          now -= 1;
          response.end('{}');
        }, 20);
      }),
    );
    const transport = transportTo(server.url, { concurrency: 2 });
    const reading = times(5, () => transport.send({ ...request, path: '/read' }));
    await transport.gather?.(2);
    const changing = times(2, () => transport.send({ ...request, method: 'PATCH', path: '/change' }));
    await Promise.all([reading, changing]);
    const first = together.indexOf('/change 1');
    expect(together[first + 1]).toBe('/change 2');
    expect(first).toBeLessThan(4);
  });

  test('one by one, each starts alone, except those that gather', async () => {
    const { server: starting, most } = slow(20);
    const transport = transportTo((await during(starting)).url, { concurrency: 3 });
    const mostOf = async (count: number): Promise<number> => {
      most();
      await times(count, () => transport.send(request));
      return most();
    };
    const [met, other] = await Promise.all([transport.send(request), transport.send(request)]);
    expect([met?.wasConcurrent, other?.wasConcurrent]).toEqual([true, true]);
    const resume = transport.sendOneByOne?.();
    expect(await mostOf(4)).toBe(1);
    expect((await transport.send(request)).wasConcurrent).toBeUndefined();
    await transport.gather?.(3);
    expect(await mostOf(6)).toBe(3);
    expect(await mostOf(2)).toBe(1);
    resume?.();
    expect(await mostOf(6)).toBe(3);
  });

  test('a change starts before readings that wait', async () => {
    const server = await during(answers(200, '{}'));
    const transport = transportTo(server.url, { concurrency: 1 });
    const send = (method: 'GET' | 'PATCH', path: string) => transport.send({ ...request, method, path });
    await Promise.all([
      ...['/1', '/2', '/3'].map((path) => send('GET', path)),
      ...['/4', '/5'].map((path) => send('PATCH', path)),
    ]);
    expect(server.seen.map(({ path }) => path)).toEqual(['/1', '/4', '/5', '/2', '/3']);
  });
});
