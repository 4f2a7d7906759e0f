import type { Check } from '../harness/check.ts';
import { sendsChanges } from '../rules/operations.ts';

/** One of the parts into which a run is divided, by its number from 1. */
export interface Shard {
  readonly number: number;
  /** How many parts there are. */
  readonly of: number;
}

/** The shard that is written `I/N`; undefined where there can be none. */
export function readShard(text: string): Shard | undefined {
  const [, number, of] = (/^([1-9]\d{0,8})\/([1-9]\d{0,8})$/.exec(text) ?? []).map(Number);
  if (number === undefined || of === undefined || number > of) return undefined;
  return { number, of };
}

/**
 * The checks that belong to a shard, in their order: each check is in one shard, and the same in every run of the
 * same checks. Those that send changes stay together, since they keep, hold and put back the same clients. In a sweep,
 * those that judge each case by itself are in every shard, which reads its own part of the cases.
 */
export function dealtTo(shard: Shard, checks: readonly Check[], isSweep = false): Check[] {
  const inEach = new Set(isSweep ? checks.filter(({ ofEachCase }) => ofEachCase === true) : []);
  const changing = checks.filter(sendsChanges);
  const others = checks.filter((check) => !sendsChanges(check) && !inEach.has(check));
  const units = [...(changing.length === 0 ? [] : [changing]), ...others.map((check) => [check])];
  const shards: Check[][] = Array.from({ length: Math.min(shard.of, units.length) }, () => []);
  for (const unit of units) smallest(shards)?.push(...unit);
  const dealt = new Set(shards[shard.number - 1]);
  return checks.filter((check) => dealt.has(check) || inEach.has(check));
}

/** The first of those that have the fewest checks. */
function smallest(shards: readonly Check[][]): Check[] | undefined {
  const size = Math.min(...shards.map(({ length }) => length));
  return shards.find(({ length }) => length === size);
}
