/** The configuration that is looked for in the working directory when a call names none. */
export const defaultConfigurationFile = 'conformance.config.json';

/** The environment variable that holds the member's token when a call names none. */
export const defaultTokenVariable = 'CASE_API_TOKEN';

/** How many random values `check` tries of each kind when a call does not say. */
export const defaultRuns = 10;

/** How many random records of each shape `verify` sets up when a call does not say. */
export const defaultProbes = 250;

/** The most requests that a target sees in any second when its configuration does not say. */
export const defaultPace = 25;
