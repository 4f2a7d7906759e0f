import { expect, test } from 'vitest';
import { refusal } from '../../../faults/answers.ts';
import type { Behaviour } from '../../../faults/behaviour.ts';
import { unchanged } from '../../../faults/behaviours.ts';
import { serviceWithClients } from './clients.ts';
import { call, reportIn } from './support.ts';

test('a service that throttles every fifth request is judged as one that does not', async () => {
  let [requests, throttled] = [0, 0];
  const throttling: Behaviour = async (request, reference) => {
    requests += 1;
    if (requests % 5 !== 0) return reference(request);
    throttled += 1;
    return { ...refusal(429), headers: { 'retry-after': '0' } };
  };
  const [held, free] = [await verdictsOn(throttling), await verdictsOn(unchanged)];
  expect(throttled).toBeGreaterThan(10);
  expect(held).toEqual(free);
  expect(held).toMatchObject({ conclusion: 'conformant' });
});

async function verdictsOn(behaviour: Behaviour) {
  const { configuration, folder } = await serviceWithClients(behaviour);
  const only = ['--only', 'getCaseData.Sale', '--only', 'updateClient.changes', '--runs', '1'];
  await call(['check', '--config', configuration, '--report-dir', folder, '--seed', '7', ...only]);
  const { conclusion, results } = (await reportIn(folder)).report;
  return {
    conclusion,
    verdicts: results.map(({ id, verdict, findings }) => ({ id, verdict, findings })),
  };
}
