import { expect, test } from 'vitest';
import { openLastKept } from '../../../src/http/last-kept.ts';

test('The last that came are kept, and the very last whatever its weight', () => {
  const kept = openLastKept<object>({ count: 2, weight: 10 });
  const keptOf = (name: string, weight: number) => kept(name, weight, () => ({}));
  const first = keptOf('a', 5);
  expect(keptOf('b', 5)).not.toBe(first);
  expect(keptOf('a', 5)).toBe(first);
  const heavy = keptOf('c', 11);
  expect(keptOf('c', 11)).toBe(heavy);
  expect(keptOf('a', 5)).not.toBe(first);
  expect(keptOf('c', 11)).not.toBe(heavy);
});
