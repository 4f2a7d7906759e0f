import type { Reason } from '../trace/gap.ts';

/** Whether a provider state is met, and the values that replace those of the pact. */
export type StateOutcome =
  | { readonly kind: 'met'; readonly values: Readonly<Record<string, unknown>> }
  | {
      readonly kind: 'unmet';
      readonly reason: Reason;
      /** One or two plain sentences that say what would meet it. */
      readonly message: string;
    };
