import type { Sampling } from '../harness/session.ts';
import { defaultRuns } from './defaults.ts';
import { type SamplingOptions, samplingOf } from './performed-run.ts';
import type { Selection } from './selection.ts';

/**
 * The sampling of a call of `check`. Shards that are told no seed take the same one, without which their reports do not join.
 * @throws {Failure} `CALL_NOT_UNDERSTOOD` when it makes no sense
 */
export function checkSampling({
  seed,
  shard,
  runs = defaultRuns,
  ...further
}: SamplingOptions & Pick<Selection, 'shard'>): Sampling {
  return samplingOf({ ...further, seed: shard === undefined ? seed : (seed ?? 0) }, runs);
}
