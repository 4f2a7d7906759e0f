export const defaultConfigurationFile = 'conformance.config.json';

export const defaultTokenVariable = 'CASE_API_TOKEN';

/** The default of `--runs` in `check`: the number of random values of each kind. */
export const defaultRuns = 10;

/** The default of `--runs` in `verify`: the number of random records of each case type. */
export const defaultProbes = 250;

export const defaultRequestsPerSecond = 25;
