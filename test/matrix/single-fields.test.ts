import { expect, test } from 'vitest';
import { rightValues, singleFieldFaults } from '../../faults/single-fields.ts';
import { batchesOf, triedRightValues, triedSingleFieldFaults } from '../../proof/single-field-trial.ts';
import { checksOf } from '../../src/checks/all.ts';
import { bundled } from '../../src/specification/bundled.ts';
import { oneIn } from './named.ts';

test.each(oneIn(24, batchesOf(singleFieldFaults)))(
  'each single-field fault is found at its place, for its statement, and nothing beside it: %s',
  async (_, faults) => {
    const tried = await triedSingleFieldFaults(faults, checksOf(bundled));
    expect(tried.filter(({ wrong }) => wrong !== undefined)).toEqual([]);
    expect(tried).toHaveLength(faults.length);
  },
);

test.each(oneIn(24, batchesOf(rightValues)))('no right value of a field is failed: %s', async (_, values) => {
  const tried = await triedRightValues(values, checksOf(bundled));
  expect(tried.filter(({ wrong }) => wrong !== undefined)).toEqual([]);
  expect(tried).toHaveLength(values.length);
});
