import { createHash } from 'node:crypto';
import type { Check } from '../harness/check.ts';
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

/** The numbers of the requests of each check, by its id. Checks that share a request have the same number. */
export type RequestsOfChecks = ReadonlyMap<string, readonly number[]>;

export interface ChecksOfShard {
  readonly checks: readonly Check[];
  /** A digest of the checks of each shard. If all shards have the same, no check is missing. */
  readonly division: string;
}

/**
 * The checks of a shard, in their order. Each check is in one shard, and shards send about as many requests. Checks that
 * change clients stay together, since they restore the same clients; so do checks that repeat readings, since those
 * are made at the same moment. In a sweep, each shard has all checks that judge single cases, and its own cases.
 */
export function checksOfShard(
  shard: Shard,
  checks: readonly Check[],
  requests: RequestsOfChecks,
  isSweep = false,
): ChecksOfShard {
  const inEach = new Set(isSweep ? checks.filter(({ ofEachCase }) => ofEachCase === true) : []);
  const changing = checks.filter(sendsChanges);
  const again = checks.filter(({ stage, ofEachCase }) => stage === 'again' && ofEachCase !== true);
  const together = [changing, again].filter(({ length }) => length > 0);
  const others = checks.filter((check) => !inEach.has(check) && !together.flat().includes(check));
  const units = [...together, ...others.map((check) => [check])];
  const shards = divided(units, shard.of, requests);
  const own = new Set(shards[shard.number - 1]);
  const ids = shards.map((some) => some.map(({ id }) => id));
  return {
    checks: checks.filter((check) => own.has(check) || inEach.has(check)),
    division: createHash('sha256').update(JSON.stringify(ids)).digest('hex'),
  };
}

/** Assigns units, largest first, to the shard with the fewest requests so far; among equals, with the fewest checks. */
function divided(units: readonly Check[][], most: number, requests: RequestsOfChecks): Check[][] {
  const sized = units
    .map((checks) => ({ checks, sent: new Set(checks.flatMap(({ id }) => requests.get(id) ?? [])) }))
    .sort((one, other) => other.sent.size - one.sent.size);
  const shards = Array.from({ length: Math.min(most, units.length) }, () => ({
    checks: [] as Check[],
    sent: new Set<number>(),
  }));
  for (const { checks, sent } of sized) {
    const [first] = shards
      .map((shard) => ({ shard, size: new Set([...shard.sent, ...sent]).size }))
      .sort((one, other) => one.size - other.size || one.shard.checks.length - other.shard.checks.length);
    first?.shard.checks.push(...checks);
    for (const number of sent) first?.shard.sent.add(number);
  }
  return shards.map(({ checks }) => checks);
}
