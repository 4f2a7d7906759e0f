import { describe, expect, test } from 'vitest';
import { openRateLimiter } from '../../../src/http/rate-limit.ts';
import { during } from '../../support/during.ts';
import { answers, serve } from '../../support/hostile.ts';
import { openSteppedClock } from '../../support/stepped-clock.ts';
import { request, times, transportTo } from './harness.ts';

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

/** Requests that take these milliseconds until they arrive, and until they are answered. */
function paced(requestsPerSecond: number, concurrency = 8) {
  const clock = openSteppedClock();
  const limiter = openRateLimiter({ requestsPerSecond, concurrency, clock });
  const arrivals: { readonly at: number; readonly turn: string }[] = [];
  const wait = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve));
  const send = async (arrivalMs = 0, answerMs = 0, turn: 'in order' | 'change' = 'in order') => {
    const admission = await limiter.admit(turn);
    await wait(arrivalMs);
    arrivals.push({ at: clock.now(), turn });
    await wait(answerMs);
    admission?.release();
  };
  const densest = () => {
    const inSecondFrom = (from: number) => arrivals.filter(({ at }) => at >= from && at < from + 1_000);
    return Math.max(...arrivals.map(({ at }) => inSecondFrom(at).length));
  };
  return { limiter, arrivals, send, densest };
}

describe('the rate', () => {
  test.each([
    [4, 250],
    [0.9, 1_112],
  ])('of %f requests a second is one in %i ms, what is sent again included', async (perSecond, ms) => {
    const clock = openSteppedClock();
    const arrivals: number[] = [];
    const server = await during(
      serve((_, response) => {
        arrivals.push(clock.now());
        response.writeHead(arrivals.length === 2 ? 429 : 200, { 'retry-after': '0' }).end();
      }),
    );
    const transport = transportTo(server.url, { requestsPerSecond: perSecond, clock });
    for (let sent = 0; sent < 3; sent += 1) await transport.send(request);
    expect(arrivals).toEqual([0, 1, 2, 3].map((place) => place * ms));
  });

  test.each([20, 7, 4, 1.5])(
    'of %f holds in any one second, however late requests arrive',
    async (perSecond) => {
      const { send, arrivals, densest } = paced(perSecond);
      let sent = 0;
      await times(50, () => {
        sent += 1;
        return send((sent * 300) % 500, (sent * 170) % 400);
      });
      expect(arrivals).toHaveLength(50);
      expect(densest()).toBeLessThanOrEqual(perSecond);
    },
  );

  test('lets some start at the same moment, and holds', async () => {
    const { limiter, send, arrivals, densest } = paced(10);
    await times(8, () => send());
    expect(await limiter.gather(4)).toBe(4);
    await times(6, () => send());
    const [first = 0, ...others] = arrivals.slice(8).map(({ at }) => at);
    expect(others.map((at) => at - first)).toEqual([0, 0, 0, 400, 500]);
    expect(densest()).toBeLessThanOrEqual(10);
  });

  test('gathers no more than may be under way, and nobody once it is closed', async () => {
    const slow = openRateLimiter({ requestsPerSecond: 0.01, concurrency: 8 });
    await slow.admit('in order');
    const gathering = slow.gather(100);
    slow.close();
    expect(await gathering).toBe(1);
    expect(await openRateLimiter({ requestsPerSecond: Infinity, concurrency: 8 }).gather(100)).toBe(8);
  });

  test('a change does not wait for its place among readings, and the rate holds', async () => {
    const { send, arrivals, densest } = paced(5, 4);
    const reading = times(4, () => send(0, 210));
    for (let sent = 0; sent < 4; sent += 1) await send(0, 210, 'change');
    await reading;
    const startsOf = (turn: string) => arrivals.flatMap((one) => (one.turn === turn ? one.at : []));
    expect(startsOf('change')).toEqual([0, 210, 420, 630]);
    // A token is left for a further change.
    expect(startsOf('in order')).toEqual([0, 1_210, 1_420, 1_630]);
    expect(densest()).toBeLessThanOrEqual(5);
  });
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
