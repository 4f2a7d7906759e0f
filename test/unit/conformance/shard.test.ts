import { describe, expect, it } from 'vitest';
import { dealtTo, readShard } from '../../../src/conformance/shard.ts';
import type { Check } from '../../../src/harness/check.ts';
import { sendsChanges } from '../../../src/rules/operations.ts';
import { checkOf } from './support.ts';

describe('a shard is written', () => {
  it.each([
    ['1/1', { number: 1, of: 1 }],
    ['2/3', { number: 2, of: 3 }],
    ['3/3', { number: 3, of: 3 }],
    ['10/12', { number: 10, of: 12 }],
  ])('%s', (text, shard) => {
    expect(readShard(text)).toEqual(shard);
  });

  it.each([
    '',
    '1',
    '/',
    '1/',
    '/2',
    '0/2',
    '3/2',
    '1/0',
    '01/2',
    '1/2/3',
    '-1/2',
    '1.0/2',
    ' 1/2',
    'a/b',
    '1/1e3',
  ])("not '%s'", (text) => {
    expect(readShard(text)).toBeUndefined();
  });
});

const plain = (count: number): Check[] =>
  Array.from({ length: count }, (_, index) => checkOf(`plain-${index}`));
const changing = (count: number): Check[] =>
  Array.from(
    { length: count },
    (_, index) => ({ ...checkOf(`changing-${index}`), operation: 'updateClient' }) as const,
  );

/** The checks of every shard. */
function dealt(checks: readonly Check[], of: number): Check[][] {
  return Array.from({ length: of }, (_, index) => dealtTo({ number: index + 1, of }, checks));
}

describe('the shards of a run', () => {
  const mixed = [...plain(20), ...changing(6), checkOf('last')];

  it.each([1, 2, 3, 5, 40])('hold each check once, in its order, when there are %i', (of) => {
    const shards = dealt(mixed, of);
    expect(shards.flat().toSorted((one, other) => mixed.indexOf(one) - mixed.indexOf(other))).toEqual(mixed);
    for (const shard of shards) {
      expect(shard).toEqual(mixed.filter((check) => shard.includes(check)));
    }
  });

  it.each([1, 2, 3, 5, 40])('hold the checks that send changes together, when there are %i', (of) => {
    const holding = dealt(mixed, of).filter((shard) => shard.some(sendsChanges));
    expect(holding.map((shard) => shard.filter(sendsChanges).length)).toEqual([6]);
  });

  it('are of about one size', () => {
    const sizes = (checks: readonly Check[], of: number): number[] =>
      dealt(checks, of).map(({ length }) => length);
    expect(sizes(plain(7), 3)).toEqual([3, 2, 2]);
    expect(sizes([...plain(20), ...changing(4)], 4)).toEqual([6, 6, 6, 6]);
    expect(sizes([...plain(4), ...changing(6)], 3)).toEqual([6, 2, 2]);
    expect(sizes(plain(2), 3)).toEqual([1, 1, 0]);
    expect(sizes([], 2)).toEqual([0, 0]);
  });

  it('hold in a sweep what judges each case by itself, each of them', () => {
    const each: Check = { ...checkOf('each'), ofEachCase: true };
    const checks = [...plain(3), each];
    const shards = [1, 2].map((number) => dealtTo({ number, of: 2 }, checks, true));
    expect(shards.every((shard) => shard.includes(each))).toBe(true);
    expect(shards.flat()).toHaveLength(5);
    expect(dealt(checks, 2).flat()).toHaveLength(4);
  });

  it('may be more than there are checks', () => {
    expect(dealtTo({ number: 999_999_999, of: 999_999_999 }, plain(3))).toEqual([]);
  });
});
