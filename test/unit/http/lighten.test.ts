import { expect, test } from 'vitest';
import { cut, weightOf, wholeLength, withTextsCut } from '../../../src/http/lighten.ts';
import { restorable } from '../../../src/rules/restorable.ts';
import { bundled } from '../../../src/specification/bundled.ts';

const long = (end = ''): string => JSON.parse(JSON.stringify('x'.repeat(100_000) + end));

test('a very long text is cut, so that equal ones stay equal and different ones different', () => {
  expect(cut(long())).toBe(cut(long()));
  expect(cut(long('1'))).not.toBe(cut(long('2')));
  expect(cut(long()).length).toBeLessThan(10_000);
  expect([wholeLength(cut(long())), wholeLength('x'), wholeLength(long())]).toEqual([100_000, 1, 100_000]);
  const whole = 'x'.repeat(2 ** 16);
  expect(cut(whole)).toBe(whole);
});

test('a value is cut in its texts, wherever they stand', () => {
  expect(withTextsCut({ list: [{ deep: long() }, 'short'], 1: 2 })).toEqual({
    list: [{ deep: cut(long()) }, 'short'],
    1: 2,
  });
  expect(withTextsCut(long())).toBe(cut(long()));
  expect(withTextsCut(null)).toBe(null);
});

test('a value is cut and weighed, however deep it is', () => {
  const depth = 100_000;
  const deep: unknown = JSON.parse('['.repeat(depth) + ']'.repeat(depth));
  expect(withTextsCut(deep)).toBe(deep);
  expect(weightOf(deep)).toBeGreaterThan(16 * depth);
  expect(weightOf(long())).toBeGreaterThan(100_000);
});

test('a member that is called __proto__ stays a member', () => {
  const value = withTextsCut(JSON.parse(`{"__proto__":"${long()}"}`));
  expect(Object.getOwnPropertyNames(value)).toEqual(['__proto__']);
});

test('a text that was cut is none that can be put back', () => {
  const title = 'Dr '.repeat(30_000).trim();
  expect(restorable(bundled, { title })).toEqual({ title });
  expect(restorable(bundled, { title: cut(title) })).toEqual({});
});
