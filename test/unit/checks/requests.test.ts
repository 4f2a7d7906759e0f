import { expect, test } from 'vitest';
import { unchanged } from '../../../faults/behaviours.ts';
import { countedRun } from '../../support/counted-run.ts';

test.each([
  ['none', 120],
  ['restore', 250],
  ['all', 350],
] as const)(
  'With a case of each type and two clients, a run with writes "%s" sends at most %i requests',
  async (writes, most) => {
    const { requests, byOperation } = await countedRun({ writes, behaviour: unchanged });
    expect(requests, JSON.stringify(byOperation)).toBeLessThanOrEqual(most);
    expect(Object.values(byOperation).reduce((sum, count) => sum + count, 0)).toBe(requests);
  },
);
