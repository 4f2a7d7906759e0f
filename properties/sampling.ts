import type { Parameters } from 'fast-check';

const { PROPERTY_SEED: seed = '20260', PROPERTY_RUNS: runs, PROPERTY_PATH: path } = process.env;

for (const [name, value] of Object.entries({ PROPERTY_SEED: seed, PROPERTY_RUNS: runs })) {
  if (value !== undefined && !/^\d{1,9}$/.test(value))
    throw new Error(`${name} must be a whole number, but is '${value}'.`);
}

/**
 * How a property is tried: the same in each run, unless the environment says otherwise. A failure names the seed and the
 * path by which PROPERTY_SEED and PROPERTY_PATH show it again.
 * @param numRuns - how many values are tried, where PROPERTY_RUNS does not say
 */
export function sampling(numRuns: number): Parameters<unknown> {
  return {
    seed: Number(seed),
    numRuns: runs === undefined ? numRuns : Number(runs),
    ...(path === undefined ? {} : { path, endOnFailure: true }),
  };
}

/**
 * The same of a property that takes long to try: a failure is told with what it has shrunk to by then, before the test
 * runs out of time and tells nothing. Whoever asks for more runs gives them their time.
 */
export function slowSampling(numRuns: number): Parameters<unknown> {
  const inTime = { interruptAfterTimeLimit: 20_000, markInterruptAsFailure: true };
  return { ...sampling(numRuns), ...(runs === undefined ? inTime : {}) };
}
