import type { Sampling } from '../harness/session.ts';
import { defaultRuns } from './defaults.ts';
import { type SamplingOptions, samplingOf } from './performed-run.ts';
import type { Selection } from './selection.ts';

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
