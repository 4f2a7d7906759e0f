import { expect, test } from 'vitest';
import { faults } from '../../../faults/faults.ts';
import { variants } from '../../../faults/variants.ts';
import { triedFault } from '../../../proof/fault-trial.ts';
import { trial } from '../../../proof/trial.ts';
import { checksOf } from '../../../src/checks/all.ts';
import type { WriteMode } from '../../../src/harness/target.ts';
import { bundled } from '../../../src/specification/bundled.ts';

const ids: readonly (readonly [name: string, writes: WriteMode])[] = [
  ['get-case-data-by-identifier-in-capitals', 'restore'],
  ['client-unknown-with-email-of-nearest', 'restore'],
  ['restricted-told-email-of-another', 'restore'],
  ['organisation-next-after-outsider', 'restore'],
  ['vouched-by-forwarded-for', 'restore'],
  ['cookie-of-answer', 'restore'],
  ['outsider-reads-by-tenant-header', 'restore'],
  ['failure-wrong-no-json', 'restore'],
  ['client-takes-national-telephone', 'restore'],
  ['company-name-cut-where-others-refused', 'restore'],
  ['creation-wrong-no-json-500', 'all'],
  ['client-takes-array', 'all'],
  ['restricted-404-for-last-case', 'restore'],
  ['outsider-500-for-list', 'restore'],
];

test.each(ids)('A usual run finds %s, with writes: %s', async (name, writes) => {
  const fault = faults.find(({ id }) => id === name);
  if (fault === undefined) throw new Error(`There is no fault '${name}'.`);
  const { wrong } = await triedFault(fault, checksOf(bundled), { writes, thorough: false });
  expect(wrong).toBeUndefined();
});

// A restored client would lose its plus sign. So the run changes nothing more, and reports that.
test.each<[WriteMode, string[], ('put-back' | 'left-changed')[]]>([
  ['restore', ['pass', 'inconclusive'], ['left-changed']],
  ['all', ['pass'], []],
])(
  'A usual run with writes: %s finds no deviation in numbers that lose their plus sign',
  async (writes, verdicts, left) => {
    const variant = variants.find(({ id }) => id === 'client-telephone-kept-without-plus');
    if (variant === undefined) throw new Error('There is no such variant.');
    const checks = checksOf(bundled).filter(({ stage }) => stage === 'change');
    const { results, putBack } = await trial(variant.behaviour, {
      ...{ checks, target: { writes }, runs: 1, thorough: false },
    });
    expect(new Set(results.map(({ verdict }) => verdict))).toEqual(new Set(verdicts));
    expect(putBack.map(({ kind }) => kind).filter((kind) => kind !== 'put-back')).toEqual(left);
  },
);
