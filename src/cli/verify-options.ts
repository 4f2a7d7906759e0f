import type { FailOn } from './check-options.ts';

/** How many random records of each shape are set up when the call does not say. */
export const defaultProbes = 250;

/** The options of `verify`, as the command line gives them. */
export interface VerifyOptions {
  readonly config?: string;
  readonly providerUrl: string;
  readonly stateUrl?: string;
  readonly tokenEnv?: string;
  readonly pact?: string;
  readonly brokerUrl?: string;
  readonly brokerTokenEnv?: string;
  readonly providerBranch?: string;
  /** Not without the provider's version. */
  readonly publish?: boolean;
  readonly providerVersion?: string;
  readonly only?: string;
  readonly failOn?: readonly Extract<FailOn, 'inconclusive'>[];
  readonly seed?: number;
  readonly runs: number;
  readonly path?: string;
  readonly reportDir: string;
  readonly debug?: boolean;
}
