import { expect, test } from 'vitest';
import { checksOf } from '../../../src/checks/all.ts';
import { faults } from '../../../src/faults/faults.ts';
import { triedFault } from '../../../src/proof/fault-trial.ts';
import { bundled } from '../../../src/specification/bundled.ts';

/** Faults for which a run needs not be thorough: the matrix of faults tries everything. */
const ids = [
  'case-by-identifier-in-capitals',
  'client-by-identifier-in-capitals',
  'client-unknown-with-nearest',
  'client-unknown-with-email-of-nearest',
  'unknown-client-200-empty-object',
  'restricted-told-email-of-another',
  'restricted-led-to-another',
];

test.each(ids)('A usual run finds %s', async (name) => {
  const fault = faults.find(({ id }) => id === name);
  if (fault === undefined) throw new Error(`There is no fault '${name}'.`);
  const { wrong } = await triedFault(fault, checksOf(bundled), { writes: 'restore', thorough: false });
  expect(wrong).toBeUndefined();
});
