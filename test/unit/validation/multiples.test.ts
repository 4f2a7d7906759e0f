import { expect, test } from 'vitest';
import { isMultipleOf, multipleOf } from '../../../src/validation/multiples.ts';

test.each<[number, divisor: number, isMultiple: boolean]>([
  [19.99, 0.01, true],
  [-4.35, 0.05, true],
  [19.995, 0.01, false],
  [0.3, 0.1, true],
  [0.1 * 3, 0.1, false],
  [7e-7, 1e-7, true],
  [1e22, 1, true],
  [1e308, 0.5, true],
  [7, 2, false],
  [Infinity, 2, true],
])('%d as a multiple of %d: %j', (number, divisor, isMultiple) => {
  expect(isMultipleOf(number, divisor)).toBe(isMultiple);
});

test('a multiple is one', () => {
  expect([multipleOf(0.1, 3), multipleOf(2 ** 53, 3)]).toEqual([0.3, 3 * 2 ** 53]);
});
