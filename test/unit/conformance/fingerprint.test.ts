import { expect, test } from 'vitest';
import { fingerprintOf } from '../../../src/conformance/check-result.ts';

const check = { id: 'getCaseData.Sale.case-price', operation: 'getCaseData' } as const;
const deviation = { requirement: 'case-price', pointer: '/TA6/items/3/x', kind: 'type' };
const fingerprint = fingerprintOf(check, deviation);

test('is short, and the same from version to version', () => {
  expect(fingerprint).toMatch(/^[0-9a-f]{16}$/);
  expect(fingerprintOf(check, { ...deviation, pointer: '/price' })).toBe('d39e895fec22c4ab');
});

test.each([
  ['another position in a list', check, { ...deviation, pointer: '/TA6/items/12/x' }],
  ['another check of the operation', { ...check, id: 'getCaseData.Purchase.case-price' }, deviation],
])('does not depend on %s', (_, of, found) => {
  expect(fingerprintOf(of, found)).toBe(fingerprint);
});

test.each([
  ['requirement', check, { ...deviation, requirement: 'case-id' }],
  ['operation', { ...check, operation: 'updateClient' as const }, deviation],
  ['place', check, { ...deviation, pointer: '/TA6/items/3/y' }],
  ['place that is a list itself', check, { ...deviation, pointer: '/TA6/items' }],
  ['kind', check, { ...deviation, kind: 'enum' }],
  [
    'check, where nothing is said of the kind',
    check,
    { requirement: 'case-price', pointer: '/TA6/items/3/x' },
  ],
])('depends on the %s', (_, of, found) => {
  expect(fingerprintOf(of, found)).not.toBe(fingerprint);
});

test('of checks that say no kind, each has its own', () => {
  const { kind: _, ...unkind } = deviation;
  expect(fingerprintOf({ ...check, id: 'own' }, unkind)).not.toBe(fingerprintOf(check, unkind));
});
