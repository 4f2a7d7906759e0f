import { expect, test } from 'vitest';
import { bundled } from '../../../src/specification/bundled.ts';

test('An e-mail address may have a thousand characters, which no mailbox reaches', () => {
  const ofLength = (length: number): unknown[] =>
    bundled.validate('Client', { emailAddress: `${'a'.repeat(length - 12)}@example.com` });
  expect(ofLength(1_000)).toEqual([]);
  expect(ofLength(1_001)).toMatchObject([{ pointer: '/emailAddress', keyword: 'format' }]);
});

test('Of a list, a hundred elements are judged one by one, and of the rest the first that is wrong', () => {
  const sale = { caseId: '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11', caseType: 'Sale' };
  const pointers = (buyers: unknown[]): string[] =>
    bundled
      .validate('CaseRecord', { ...sale, location: { latitude: 1, longitude: 1 }, buyers })
      .map(({ pointer }) => pointer);
  const wrong = Array(100).fill(5);
  expect(pointers(wrong)).toHaveLength(100);
  expect(pointers([...wrong, 5])).toHaveLength(100);
  const right = Array(100).fill({});
  expect(pointers(right)).toEqual([]);
  expect(pointers([...right, 5, 5])).toEqual(['/buyers/100']);
});
