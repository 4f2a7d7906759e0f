import { expect, test } from 'vitest';
import type { Drift, DriftDifference } from '../../../src/regression/drift/drift.ts';
import { driftEntries } from '../../../src/report/drift-words.ts';

function difference(pointer: string, further: Partial<DriftDifference> = {}): DriftDifference {
  const seen = { isShown: false, isRefusedByAgreed: false, isRefusedByServed: false };
  return { part: 'response 200', pointer, keyword: 'enum', seen, verdict: 'not-shown', ...further };
}

function differing(differences: readonly DriftDifference[]): Drift {
  return { state: 'differs', digest: '', count: differences.length, differences, contradicting: [] };
}

test('differences of which the same is said, as of two editions of a form, are one entry', () => {
  const grade = '/TA6/listingGrade';
  const all = [difference(grade), difference('/price'), difference(grade)];
  expect(driftEntries(differing(all)).map(({ line }) => line)).toEqual([
    'response 200, /TA6/listingGrade: enum (2 differences)',
    'response 200, /price: enum',
  ]);
  expect(driftEntries(differing([...all, difference(grade, { verdict: 'document-wrong' })]))).toHaveLength(3);
});
