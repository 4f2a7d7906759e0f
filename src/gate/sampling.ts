import { randomInt } from 'node:crypto';
import type { Sampling } from '../harness/session.ts';
import { defaultRuns } from './defaults.ts';
import { Failure } from './failure.ts';
import type { Selection } from './selection.ts';

/** The random choices of a run. */
export interface SamplingOptions {
  /** Determines all generated and random values; by default drawn at random. */
  readonly seed?: number | undefined;
  /** How many random values are tried of each kind. */
  readonly runs?: number | undefined;
  /** The one random value to try again, as a report gives it together with its seed. */
  readonly path?: string | undefined;
  /** Whether all known variations are tried, however many requests that takes. */
  readonly thorough?: boolean | undefined;
  /** How many times a reading is repeated; by default once. */
  readonly repeat?: number | undefined;
}

/**
 * The sampling of a call of `check`. Shards without a seed all use seed 0, because reports with different seeds
 * cannot be merged.
 * @throws {Failure} `CALL_NOT_UNDERSTOOD` if the options are invalid
 */
export function checkSampling({
  seed,
  shard,
  runs = defaultRuns,
  ...further
}: SamplingOptions & Pick<Selection, 'shard'>): Sampling {
  return samplingOf({ ...further, seed: shard === undefined ? seed : (seed ?? 0) }, runs);
}

/**
 * The sampling of a call. The seed is drawn at random if none is given.
 * @throws {Failure} `CALL_NOT_UNDERSTOOD` if the options are invalid
 */
export function samplingOf(
  { seed, path, thorough = false, repeat = 1 }: SamplingOptions,
  runs: number,
): Sampling {
  if (path !== undefined && seed === undefined)
    throw new Failure(
      'CALL_NOT_UNDERSTOOD',
      'A path leads to its value only with the seed of its report. Give both.',
    );
  for (const [name, number, least] of [
    ['runs', runs, 1],
    ['seed', seed ?? 0, 0],
    ['repeat', repeat, 1],
  ] as const) {
    if (Number.isSafeInteger(number) && number >= least) continue;
    const message = `${name} must be a whole number of at least ${least}, but is ${number}.`;
    throw new Failure('CALL_NOT_UNDERSTOOD', message);
  }
  return { seed: seed ?? randomInt(2 ** 31), runs, path, thorough, repeat };
}
