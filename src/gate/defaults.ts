/** The configuration file in the working directory that is used by default. */
export const defaultConfigurationFile = 'conformance.config.json';

/** The environment variable that holds the member's token by default. */
export const defaultTokenVariable = 'CASE_API_TOKEN';

/** The default of `--runs` in `check`: the number of random values of each kind. */
export const defaultRuns = 10;

/** The default of `--runs` in `verify`: the number of random records of each case type. */
export const defaultProbes = 250;

/** The default maximum number of requests per second. */
export const defaultPace = 25;
