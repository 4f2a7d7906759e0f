import { createHash } from 'node:crypto';
import type { Check } from '../harness/check.ts';
import type { Target } from '../harness/target.ts';
import { sendsChanges } from '../rules/operations.ts';

/** One of the parts into which a run is divided, by its number from 1. */
export interface Shard {
  readonly number: number;
  /** How many parts there are. */
  readonly of: number;
}

/** Parses a shard written as `I/N`; undefined if the text is not a shard. */
export function readShard(text: string): Shard | undefined {
  const [, number, of] = (/^([1-9]\d{0,8})\/([1-9]\d{0,8})$/.exec(text) ?? []).map(Number);
  if (number === undefined || of === undefined || number > of) return undefined;
  return { number, of };
}

export interface ChecksOfShard {
  readonly checks: readonly Check[];
  /** A digest of the checks of each shard and of the configuration. If all shards have the same, no check is missing. */
  readonly division: string;
}

type DividedBy = Pick<Target, 'writes' | 'clients' | 'cases' | 'tokens' | 'discovered'>;

/**
 * The checks of a shard, in their order. Each check is in one shard, and shards have about as many checks. Checks that
 * change clients stay together, since they restore the same clients; so do checks that repeat readings, since those
 * are made at the same moment. In a sweep, each shard has all checks that judge single cases, and its own cases.
 */
export function checksOfShard(
  shard: Shard,
  checks: readonly Check[],
  { writes, clients, cases, tokens, discovered }: DividedBy,
): ChecksOfShard {
  const isSweep = discovered?.isSweep === true;
  const inEach = new Set(isSweep ? checks.filter(({ ofEachCase }) => ofEachCase === true) : []);
  const changing = checks.filter(sendsChanges);
  const again = checks.filter(({ stage, ofEachCase }) => stage === 'again' && ofEachCase !== true);
  const together = [changing, again].filter(({ length }) => length > 0);
  const others = checks.filter((check) => !inEach.has(check) && !together.flat().includes(check));
  const shards = divided([...together, ...others.map((check) => [check])], shard.of);
  const own = new Set(shards[shard.number - 1]);
  const ids = shards.map((some) => some.map(({ id }) => id));
  // What is discovered may be another in each shard.
  const configured = [writes, clients, [...tokens], discovered === undefined ? cases : []];
  return {
    checks: checks.filter((check) => own.has(check) || inEach.has(check)),
    division: createHash('sha256')
      .update(JSON.stringify([ids, configured]))
      .digest('hex'),
  };
}

/** Assigns units, largest first, to the shard with the fewest checks so far. */
function divided(units: readonly (readonly Check[])[], most: number): Check[][] {
  const shards = Array.from({ length: Math.min(most, units.length) }, (): Check[] => []);
  for (const unit of units.toSorted((one, other) => other.length - one.length))
    shards.toSorted((one, other) => one.length - other.length)[0]?.push(...unit);
  return shards;
}
