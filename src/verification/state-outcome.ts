import type { Reason } from '../trace/gap.ts';

/** Whether a provider state is met, and by which values in place of the pact's own. */
export type StateOutcome =
  | { readonly kind: 'met'; readonly values: Readonly<Record<string, unknown>> }
  | {
      readonly kind: 'unmet';
      readonly reason: Reason;
      /** One or two plain sentences that say what would meet it. */
      readonly message: string;
    };
