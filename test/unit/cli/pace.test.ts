import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { refusal } from '../../../faults/answers.ts';
import type { Behaviour } from '../../../faults/behaviour.ts';
import { unchanged } from '../../../faults/behaviours.ts';
import { startService } from '../../../faults/broken-service.ts';
import { demoConfiguration } from '../../../scripts/tables/demo-configuration.ts';
import { readDemo } from '../../../src/reference/demo.ts';
import type { Report } from '../../../src/report/report.ts';
import { call, configurationFile, reportIn, temporaryFolder } from './support.ts';

const demo = await readDemo();

/** Runs `check` against the demo organisation at a service that behaves in this way. */
async function reportOn(
  behaviour: Behaviour,
  configuration: { requestsPerSecond?: number; concurrency?: number; writes?: string },
  ...words: readonly string[]
): Promise<Report> {
  const service = await startService(behaviour);
  const written = {
    ...demoConfiguration(demo, service.baseUrl),
    requestsPerSecond: 10_000,
    journal: await temporaryFolder(),
    ...configuration,
  };
  const config = await configurationFile(written);
  const folder = await temporaryFolder();
  await call(['check', '--config', config, '--report-dir', folder, '--seed', '7', ...words]);
  await service.close();
  return (await reportIn(folder)).report;
}

describe('what the service sees', () => {
  test('is in no second more than requestsPerSecond', async () => {
    const arrivals: number[] = [];
    const requestsPerSecond = 50;
    await reportOn(
      (request, reference) => {
        arrivals.push(performance.now());
        return reference(request);
      },
      { requestsPerSecond, concurrency: 64, writes: 'none' },
    );
    const within = arrivals.map((from) => arrivals.filter((at) => at >= from && at < from + 1_000).length);
    expect(arrivals.length).toBeGreaterThan(2 * requestsPerSecond);
    expect(Math.max(...within)).toBeLessThanOrEqual(requestsPerSecond);
    // It is what is configured that holds it back.
    expect(Math.max(...within)).toBeGreaterThan(0.5 * requestsPerSecond);
  });

  test('is at no time more than concurrency', async () => {
    let underWay = 0;
    let most = 0;
    await reportOn(
      async (request, reference) => {
        underWay += 1;
        most = Math.max(most, underWay);
        const [answer] = await Promise.all([reference(request), sleep(10)]);
        underWay -= 1;
        return answer;
      },
      { concurrency: 3, writes: 'none' },
    );
    expect(most).toBe(3);
  });
});

/** A service that throttles every fifth request, and else behaves in this way. */
function throttling(behaviour: Behaviour): { readonly behaviour: Behaviour; throttled(): number } {
  let requests = 0;
  let throttled = 0;
  return {
    behaviour: (request, reference) => {
      requests += 1;
      if (requests % 5 !== 0) return behaviour(request, reference);
      throttled += 1;
      return Promise.resolve({ ...refusal(429), headers: { 'retry-after': '0' } });
    },
    throttled: () => throttled,
  };
}

describe.concurrent('a service that throttles every fifth request', () => {
  test.each([
    ['in all that is read', { writes: 'none' }, []],
    ['in what changes clients', { writes: 'restore' }, ['--only', 'updateClient.changes', '--runs', '1']],
  ])('is judged as one that does not, %s', async (_name, configuration, words) => {
    const service = throttling(unchanged);
    const held = await reportOn(service.behaviour, configuration, ...words);
    const free = await reportOn(unchanged, configuration, ...words);
    expect(service.throttled()).toBeGreaterThan(10);
    expect(held.conclusion).toBe('conformant');
    expect(verdictsIn(held)).toEqual(verdictsIn(free));
  });
});

function verdictsIn({ results }: Report) {
  return results.map(({ id, verdict, findings }) => ({ id, verdict, findings }));
}
