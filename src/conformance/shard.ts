import { createHash } from 'node:crypto';
import type { Check } from '../harness/check.ts';
import type { Target } from '../harness/target.ts';
import { sendsChanges } from '../rules/operations.ts';

export interface Shard {
  readonly number: number;
  readonly of: number;
}

export function readShard(text: string): Shard | undefined {
  const [, number, of] = (/^([1-9]\d{0,8})\/([1-9]\d{0,8})$/.exec(text) ?? []).map(Number);
  if (number === undefined || of === undefined || number > of) return undefined;
  return { number, of };
}

type DividedBy = Pick<Target, 'writes' | 'clients' | 'cases' | 'tokens' | 'discovered'>;

/**
 * The checks of one shard. Checks that change clients are all in one shard, since they restore the same clients; so are
 * checks that repeat readings, since they share requests. In a sweep, checks of single cases are in every shard, and
 * the cases are divided.
 */
export function checksOfShard(
  shard: Shard,
  checks: readonly Check[],
  { writes, clients, cases, tokens, discovered }: DividedBy,
) {
  const isSweep = discovered?.isSweep === true;
  const inEach = new Set(isSweep ? checks.filter(({ ofEachCase }) => ofEachCase === true) : []);
  const changing = checks.filter(sendsChanges);
  const repeating = checks.filter(({ stage, ofEachCase }) => stage === 'repeat' && ofEachCase !== true);
  const together = [changing, repeating].filter(({ length }) => length > 0);
  const others = checks.filter((check) => !inEach.has(check) && !together.flat().includes(check));
  const shards = divided([...together, ...others.map((check) => [check])], shard.of);
  const own = new Set(shards[shard.number - 1]);
  const ids = shards.map((some) => some.map(({ id }) => id));
  const configured = [writes, clients, [...tokens], discovered === undefined ? cases : []];
  return {
    checks: checks.filter((check) => own.has(check) || inEach.has(check)),
    /** A digest of how the run was divided. Reports of shards can be merged only if they agree on it. */
    division: createHash('sha256')
      .update(JSON.stringify([ids, configured]))
      .digest('hex'),
  };
}

function divided(units: readonly (readonly Check[])[], most: number): Check[][] {
  const shards = Array.from({ length: Math.min(most, units.length) }, (): Check[] => []);
  for (const unit of units.toSorted((one, other) => other.length - one.length))
    shards.toSorted((one, other) => one.length - other.length)[0]?.push(...unit);
  return shards;
}
