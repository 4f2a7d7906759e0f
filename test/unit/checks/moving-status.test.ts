import { expect, test } from 'vitest';
import { acceptingAt } from '../../../faults/variants/client-changes.ts';
import { countedRun } from '../../support/counted-run.ts';

const moments = [6, 33, 42, 51].map((first, step) => ({ first, place: 2 - (step % 2) }));

test.each([
  ['restore', moments],
  ['all', moments.slice(2)],
] as const)(
  'With writes "%s", a status that moves once is observed, and no deviation, whichever request it comes with',
  async (writes, some) => {
    for (const { first, place } of some) {
      const behaviour = acceptingAt(place, first);
      const { results, observations } = await countedRun({ writes, behaviour });
      const found = results.flatMap(({ id, findings }) => findings.map(({ message }) => `${id}: ${message}`));
      expect(found, `at ${first}`).toEqual([]);
      const observed = observations.map(({ id }) => id);
      expect(observed, `at ${first}`).toContain('client-status-transitions:updateClient');
    }
  },
  60_000,
);
