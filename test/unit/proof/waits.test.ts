import { expect, test } from 'vitest';
import { getOrganisationChecks } from '../../../src/checks/get-organisation.ts';
import { refusal } from '../../../src/faults/answers.ts';
import { always, onlyFirst } from '../../../src/faults/behaviours.ts';
import { trial } from '../../../src/proof/trial.ts';

test('A service in this process may ask for long waits, which take no time', async () => {
  const later = { ...refusal(429), headers: { 'retry-after': '25' } };
  const { results } = await trial(onlyFirst(1, always(later)), {
    checks: getOrganisationChecks,
    target: {},
    runs: 1,
  });
  expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
}, 10_000);
