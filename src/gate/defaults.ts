/** The configuration file in the working directory that is used by default. */
export const defaultConfigurationFile = 'conformance.config.json';

/** The environment variable that holds the member's token by default. */
export const defaultTokenVariable = 'CASE_API_TOKEN';

/** The default number of random values of each kind in `check`. */
export const defaultRuns = 10;

/** The default number of random records of each case type in `verify`. */
export const defaultProbes = 250;

/** The default maximum number of requests per second. */
export const defaultPace = 25;
