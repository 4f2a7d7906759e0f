import { expect, test } from 'vitest';
import { openLastKept } from '../../../src/http/last-kept.ts';
import { openLastRead } from '../../../src/http/last-read.ts';

const room = { count: 2, weight: 10 };
const ofTexts = openLastKept<object>(room);
const ofBytes = openLastRead<object>(
  room,
  (bytes) => bytes,
  () => undefined,
);

test.each([
  ['a text', (name: string, weight: number) => ofTexts(name, weight, () => ({}))],
  ['bytes', (name: string, weight: number) => ofBytes(Buffer.alloc(weight, name), () => ({}))],
])('Of %s, the last that came are kept, and the very last whatever its weight', (_, keptOf) => {
  const first = keptOf('a', 5);
  expect(keptOf('b', 5)).not.toBe(first);
  expect(keptOf('a', 5)).toBe(first);
  const heavy = keptOf('c', 11);
  expect(keptOf('c', 11)).toBe(heavy);
  expect(keptOf('a', 5)).not.toBe(first);
  expect(keptOf('c', 11)).not.toBe(heavy);
});
