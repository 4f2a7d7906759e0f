import { describe, expect, it } from 'vitest';
import { checksOfShard, type RequestsOfChecks, readShard } from '../../../src/conformance/shard.ts';
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
    ...[
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
    ],
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

/** That each check sends so many requests of its own. */
function requestsOf(sizes: readonly (readonly [Check, number])[]): RequestsOfChecks {
  let last = 0;
  const own = (count: number): number[] => Array.from({ length: count }, () => ++last);
  return new Map(sizes.map(([{ id }, size]) => [id, own(size)]));
}

const none: RequestsOfChecks = new Map();

/** The checks of every shard. */
function shardsOf(checks: readonly Check[], of: number, requests = none): (readonly Check[])[] {
  return Array.from(
    { length: of },
    (_, index) => checksOfShard({ number: index + 1, of }, checks, requests).checks,
  );
}

describe('the shards of a run', () => {
  const mixed = [...plain(20), ...changing(6), checkOf('last')];
  const sizes = mixed.map((check, index) => [check, (index * 7) % 10] as const);

  it.each([1, 2, 3, 5, 40])(
    'hold each check once, in its order, and changes together, when there are %i',
    (of) => {
      const shards = shardsOf(mixed, of, requestsOf(sizes));
      expect(shards.flat().toSorted((one, other) => mixed.indexOf(one) - mixed.indexOf(other))).toEqual(
        mixed,
      );
      for (const shard of shards) expect(shard).toEqual(mixed.filter((check) => shard.includes(check)));
      const changes = shards.map((shard) => shard.filter(sendsChanges).length);
      expect(changes.filter((count) => count > 0)).toEqual([6]);
    },
  );

  it.each([2, 3, 5])('send about as many requests each, when there are %i', (of) => {
    const requests = requestsOf(sizes);
    const sent = shardsOf(mixed, of, requests).map(
      (shard) => shard.flatMap(({ id }) => requests.get(id) ?? []).length,
    );
    const ofChanges = mixed.filter(sendsChanges).flatMap(({ id }) => requests.get(id) ?? []).length;
    const all = sizes.reduce((sum, [, size]) => sum + size, 0);
    expect(Math.max(...sent)).toBeLessThanOrEqual(Math.max(ofChanges, all / of + 9));
  });

  it('send a request that several checks share for all of them', () => {
    const [first, second, third, fourth] = plain(4) as [Check, Check, Check, Check];
    const shared = [1, 2, 3, 4];
    const requests = new Map([
      [first.id, shared],
      [second.id, shared],
      [third.id, [5, 6, 7, 8, 9]],
      [fourth.id, [10, 11]],
    ]);
    expect(shardsOf([first, second, third, fourth], 2, requests)).toEqual([[third], [first, second, fourth]]);
  });

  it('have about as many checks each, where these send nothing', () => {
    const counts = (checks: readonly Check[], of: number): number[] =>
      shardsOf(checks, of).map(({ length }) => length);
    expect(counts(plain(7), 3)).toEqual([3, 2, 2]);
    expect(counts([...plain(20), ...changing(4)], 4)).toEqual([6, 6, 6, 6]);
    expect(counts([...plain(4), ...changing(6)], 3)).toEqual([6, 2, 2]);
    expect(counts(plain(2), 3)).toEqual([1, 1, 0]);
    expect(counts([], 2)).toEqual([0, 0]);
  });

  it('have one name for their division, and another for another', () => {
    const named = (number: number, of: number, requests: RequestsOfChecks) =>
      checksOfShard({ number, of }, mixed, requests).division;
    const requests = requestsOf(sizes);
    expect(named(1, 3, requests)).toBe(named(3, 3, requests));
    expect(named(1, 3, requests)).not.toBe(named(1, 3, none));
  });

  it('hold in a sweep what judges each case by itself, each of them', () => {
    const each: Check = { ...checkOf('each'), ofEachCase: true };
    const checks = [...plain(3), each];
    const shards = [1, 2].map((number) => checksOfShard({ number, of: 2 }, checks, none, true).checks);
    expect(shards.every((shard) => shard.includes(each))).toBe(true);
    expect(shards.flat()).toHaveLength(5);
    expect(shardsOf(checks, 2).flat()).toHaveLength(4);
  });

  it('may be more than there are checks', () => {
    expect(checksOfShard({ number: 999_999_999, of: 999_999_999 }, plain(3), none).checks).toEqual([]);
  });
});
