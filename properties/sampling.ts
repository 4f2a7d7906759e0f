import type { Parameters } from 'fast-check';

const { PROPERTY_SEED: seed = '20260', PROPERTY_RUNS: runs, PROPERTY_PATH: path } = process.env;

for (const [name, value] of Object.entries({ PROPERTY_SEED: seed, PROPERTY_RUNS: runs })) {
  if (value !== undefined && !/^\d{1,9}$/.test(value))
    throw new Error(`${name} must be a whole number, but is '${value}'.`);
}

/**
 * Parameters for `fc.assert`. Every run is the same unless the environment differs. To repeat a failure, set
 * PROPERTY_SEED and PROPERTY_PATH to the seed and path that it reports.
 * @param numRuns - the number of values to test; PROPERTY_RUNS overrides it
 */
export function sampling(numRuns: number): Parameters<unknown> {
  return {
    seed: Number(seed),
    numRuns: runs === undefined ? numRuns : Number(runs),
    ...(path === undefined ? {} : { path, endOnFailure: true }),
  };
}

/**
 * Like `sampling`, for slow properties: after 50 seconds, shrinking stops and the failure is reported. Without that
 * limit, the test would time out without a message. With PROPERTY_RUNS, there is no limit.
 */
export function slowSampling(numRuns: number): Parameters<unknown> {
  const inTime = { interruptAfterTimeLimit: 50_000, markInterruptAsFailure: true };
  return { ...sampling(numRuns), ...(runs === undefined ? inTime : {}) };
}
