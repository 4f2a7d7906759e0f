import { expect, test } from 'vitest';
import { openSpareMemory } from '../../../src/http/spare-memory.ts';

test('Memory that was given back is taken again, where it is enough, and empty for whoever had it', () => {
  const spare = openSpareMemory(2);
  const first = spare.take(100);
  new Uint8Array(first).fill(7);
  spare.give(first);
  expect(first.byteLength).toBe(0);
  expect(spare.take(101)).toEqual(new ArrayBuffer(101));
  expect(new Uint8Array(spare.take(99))).toEqual(new Uint8Array(100).fill(7));
});

test('Memory that is in use is not taken again', () => {
  const spare = openSpareMemory(2);
  expect(spare.take(100)).not.toBe(spare.take(100));
});

test('What was not taken here stays as it is', () => {
  const other = new ArrayBuffer(100);
  const spare = openSpareMemory(2);
  spare.give(other);
  expect(other.byteLength).toBe(100);
});

test('What was given back is not given back again', () => {
  const spare = openSpareMemory(2);
  const memory = spare.take(100);
  spare.give(memory);
  spare.give(memory);
  expect([1, 1].map((bytes) => spare.take(bytes).byteLength)).toEqual([100, 1]);
});

test('The largest are kept, and no more than so many', () => {
  const spare = openSpareMemory(2);
  const taken = [100, 300, 200].map((bytes) => spare.take(bytes));
  for (const memory of taken) spare.give(memory);
  expect([1, 1, 1].map((bytes) => spare.take(bytes).byteLength)).toEqual([300, 200, 1]);
});
