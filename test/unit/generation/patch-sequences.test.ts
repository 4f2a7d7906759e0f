import fc from 'fast-check';
import { expect, test } from 'vitest';
import { patchSequences } from '../../../src/generation/patch-sequences.ts';

const values = { title: ['Dr', 'Ms'], lastName: ['Sample'], address: [{ line_1: 'A' }] };

function sampled(seed: number, numRuns: number) {
  return fc.sample(patchSequences(values, 4), { seed, numRuns });
}

test('The same seed makes the same sequences, today and later', () => {
  const address = { line_1: 'A' };
  expect(sampled(1, 3)).toEqual([
    [{ title: 'Dr' }, { lastName: 'Sample', address }, { title: 'Ms' }],
    [{ address }, { title: 'Ms', lastName: 'Sample', address }],
    [{ lastName: 'Sample', address }],
  ]);
});

test('Sequences have one step or more, up to the most', () => {
  const lengths = sampled(7, 500).map(({ length }) => length);
  expect(new Set(lengths)).toEqual(new Set([1, 2, 3, 4]));
});

test('A step names each field about as often as not, with one of its values', () => {
  const steps = sampled(7, 500).flat();
  for (const [field, some] of Object.entries(values)) {
    const given = steps.filter((step) => field in step).map((step) => step[field]);
    expect(given.length / steps.length).toBeGreaterThan(0.4);
    expect(given.length / steps.length).toBeLessThan(0.6);
    expect(new Set(given)).toEqual(new Set<unknown>(some));
  }
  expect(steps.filter((step) => Object.values(step).includes(undefined))).toEqual([]);
});
