import { expect, test } from 'vitest';
import { openSharedTexts, withSharedTexts } from '../../../src/http/lighten.ts';

const long = (): string => JSON.parse(JSON.stringify('x'.repeat(5_000)));

test('a long text that is held weighs nothing again, wherever it stands', () => {
  const texts = openSharedTexts();
  const first = withSharedTexts({ further: long() }, texts);
  const second = withSharedTexts({ list: [{ deep: long() }], further: long() }, texts);
  expect(first).toEqual({ value: { further: long() }, weight: expect.any(Number) });
  expect(first.weight).toBeGreaterThan(5_000);
  expect(second.value).toEqual({ list: [{ deep: long() }], further: long() });
  expect(second.weight).toBeLessThan(300);
});

test('long texts become those that are held already', () => {
  const texts = { shared: () => 'shared', weight: () => 0 };
  expect(withSharedTexts({ a: [long(), 'short'], b: long() }, texts).value).toEqual({
    a: ['shared', 'short'],
    b: 'shared',
  });
  expect(withSharedTexts(long(), texts).value).toBe('shared');
});

test('what is held weighs as much as it takes, however deep it is', () => {
  const depth = 100_000;
  const deep: unknown = JSON.parse('['.repeat(depth) + ']'.repeat(depth));
  const { value, weight } = withSharedTexts(deep, openSharedTexts());
  expect(value).toBe(deep);
  expect(weight).toBeGreaterThan(16 * depth);
  expect(withSharedTexts(long(), openSharedTexts()).weight).toBeGreaterThan(5_000);
  expect(withSharedTexts(null, openSharedTexts()).value).toBe(null);
});

test('a member that is called __proto__ stays a member', () => {
  const { value } = withSharedTexts(JSON.parse(`{"__proto__":"${long()}"}`), openSharedTexts());
  expect(Object.getOwnPropertyNames(value)).toEqual(['__proto__']);
});
