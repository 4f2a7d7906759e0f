import { describe, expect, it } from 'vitest';
import { checksOfShard, readShard } from '../../../src/conformance/shard.ts';
import type { Check } from '../../../src/harness/check.ts';
import type { Target } from '../../../src/harness/target.ts';
import { sendsChanges } from '../../../src/rules/operations.ts';
import { checkOf, targetAt } from './support.ts';

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
    ...['', '1', '/', '1/', '/2', '0/2', '3/2', '1/0'],
    ...['01/2', '1/2/3', '-1/2', '1.0/2', ' 1/2', 'a/b', '1/1e3'],
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

const target = targetAt('https://acme.example');

function shardsOf(checks: readonly Check[], of: number): (readonly Check[])[] {
  return Array.from(
    { length: of },
    (_, index) => checksOfShard({ number: index + 1, of }, checks, target).checks,
  );
}

describe('the shards of a run', () => {
  const mixed = [...plain(20), ...changing(6), checkOf('last')];

  it.each([1, 2, 3, 5, 40])(
    'hold each check once, in its order, and changes together, when there are %i',
    (of) => {
      const shards = shardsOf(mixed, of);
      expect(shards.flat().toSorted((one, other) => mixed.indexOf(one) - mixed.indexOf(other))).toEqual(
        mixed,
      );
      for (const shard of shards) expect(shard).toEqual(mixed.filter((check) => shard.includes(check)));
      const changes = shards.map((shard) => shard.filter(sendsChanges).length);
      expect(changes.filter((count) => count > 0)).toEqual([6]);
    },
  );

  it('have about as many checks each', () => {
    const counts = (checks: readonly Check[], of: number): number[] =>
      shardsOf(checks, of).map(({ length }) => length);
    expect(counts(plain(7), 3)).toEqual([3, 2, 2]);
    expect(counts([...plain(20), ...changing(4)], 4)).toEqual([6, 6, 6, 6]);
    expect(counts([...plain(4), ...changing(6)], 3)).toEqual([6, 2, 2]);
    expect(counts(plain(2), 3)).toEqual([1, 1, 0]);
    expect(counts([], 2)).toEqual([0, 0]);
  });

  it('have one name for their division, and another for another', () => {
    const named = (number: number, of: number, given = target) =>
      checksOfShard({ number, of }, mixed, given).division;
    expect(named(1, 3)).toBe(named(3, 3));
    expect(named(1, 3)).not.toBe(named(1, 2));
    expect(named(1, 3)).not.toBe(named(1, 3, { ...target, writes: 'all' }));
  });

  it('hold in a sweep what judges each case by itself, each of them', () => {
    const discovered = { pagesShownBy: undefined, furtherPages: [], isSweep: true };
    const sweeping: Target = { ...target, discovered };
    const each: Check = { ...checkOf('each'), ofEachCase: true };
    const checks = [...plain(3), each];
    const shards = [1, 2].map((number) => checksOfShard({ number, of: 2 }, checks, sweeping).checks);
    expect(shards.every((shard) => shard.includes(each))).toBe(true);
    expect(shards.flat()).toHaveLength(5);
    expect(shardsOf(checks, 2).flat()).toHaveLength(4);
  });

  it('may be more than there are checks', () => {
    expect(checksOfShard({ number: 999_999_999, of: 999_999_999 }, plain(3), target).checks).toEqual([]);
  });
});
