import { expect, test } from 'vitest';
import { check } from '../../../src/gate/check.ts';
import { type Progress, sumOfWaits } from '../../../src/gate/run-hooks.ts';
import { during } from '../../support/during.ts';
import { serve } from '../../support/hostile.ts';

test('Waits are told from ten seconds on, and each time they have doubled', () => {
  const told: string[] = [];
  const waits = sumOfWaits({ onNotice: (sentence) => told.push(sentence) });
  expect([4_000, 5_000, 1_000, 9_000, 30_000, 1_000].map(waits)).toEqual([
    4_000, 9_000, 10_000, 19_000, 49_000, 50_000,
  ]);
  expect(told).toEqual([
    'The target throttles: 10 seconds of this run are waits that it asked for.',
    'The target throttles: 49 seconds of this run are waits that it asked for.',
  ]);
});

test('Whoever follows a run sees for how long its target has it wait, and how many requests were sent', async () => {
  let requests = 0;
  const server = await during(
    serve((_, response) => {
      requests += 1;
      if (requests === 2) response.writeHead(429, { 'retry-after': '1' }).end();
      else response.end('{}');
    }),
  );
  const seen: Progress[] = [];
  await check({
    configuration: { baseUrl: server.url, tokens: { member: 'member-token' } },
    only: 'getOrganisation',
    onProgress: (progress) => seen.push(progress),
  });
  expect(seen[0]).toMatchObject({ ended: 0, waitedMs: 0 });
  expect(seen.at(-1)?.waitedMs).toBeGreaterThan(500);
  expect(seen.at(-1)).toMatchObject({ sent: requests - 1 });
  expect(seen.map(({ operation }) => operation)).toContain('getOrganisation');
});
