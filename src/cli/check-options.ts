/** What a run may be told to fail on, though it is no deviation. */
export const failOnChoices = ['inconclusive', 'changed-observation'] as const;
export type FailOn = (typeof failOnChoices)[number];

/** How many random values are tried of each kind when the call does not say. */
export const defaultRuns = 10;

/** The options of `check`, as the command line gives them. */
export interface CheckOptions {
  readonly config?: string;
  readonly baseUrl?: string;
  readonly case?: readonly string[];
  readonly writes?: string;
  readonly tokenEnv?: string;
  readonly reportDir: string;
  readonly only?: string;
  readonly shard?: string;
  readonly lock?: string;
  readonly updateLock?: boolean;
  readonly waivers?: string;
  readonly failOn?: readonly FailOn[];
  readonly witnesses?: string;
  /** In percent. */
  readonly minWitnessed?: number;
  readonly seed?: number;
  readonly runs: number;
  readonly path?: string;
  readonly dryRun?: boolean;
  readonly discover?: boolean;
  readonly reference?: boolean;
  readonly debug?: boolean;
}
