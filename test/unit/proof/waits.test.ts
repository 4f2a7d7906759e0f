import { expect, test } from 'vitest';
import { refusal } from '../../../faults/answers.ts';
import { always, onlyFirst } from '../../../faults/behaviours.ts';
import { trial } from '../../../proof/trial.ts';
import { getOrganisationChecks } from '../../../src/checks/get-organisation.ts';

test('A service in this process may ask for long waits, which take no time', async () => {
  const later = { ...refusal(429), headers: { 'retry-after': '25' } };
  const { results } = await trial(onlyFirst(1, always(later)), {
    checks: getOrganisationChecks,
    target: {},
    runs: 1,
  });
  expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
}, 10_000);
