import { expect, test } from 'vitest';
import { weightOf } from '../../../src/http/lighten.ts';

test('a value weighs as much as it takes, however deep it is', () => {
  const depth = 100_000;
  expect(weightOf(JSON.parse('['.repeat(depth) + ']'.repeat(depth)))).toBeGreaterThan(16 * depth);
  expect(weightOf('x'.repeat(100_000))).toBeGreaterThan(100_000);
  expect(weightOf(null)).toBeLessThan(200);
});
