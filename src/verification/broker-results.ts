import { valueAt } from '../schema/pointer.ts';
import type { PactInteraction } from './pact.ts';

/** What a verification came to for one interaction. */
interface InteractionVerdict {
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  readonly remedies: readonly { readonly isPending?: true }[];
}

/** What a broker is told of a pact: which of its interactions hold, and nothing of what the provider answered. */
export interface VerificationResult {
  readonly success: boolean;
  readonly testResults: readonly {
    /** As the broker numbers it, where it does. */
    readonly interactionId?: string;
    readonly interactionDescription: string;
    readonly success: boolean;
  }[];
}

/** The result for a pact, or how many of its interactions were not decided: not run is not passed, and not failed. */
type PactOutcome =
  | { readonly kind: 'decided'; readonly result: VerificationResult }
  | { readonly kind: 'undecided'; readonly count: number };

/**
 * What the verification of a pact's interactions came to.
 * @param verdictOf - undefined for an interaction that was not verified
 */
export function outcomeOf(
  interactions: readonly PactInteraction[],
  verdictOf: (interaction: PactInteraction) => InteractionVerdict | undefined,
): PactOutcome {
  const holdings = interactions.map((interaction) => holds(interaction, verdictOf(interaction)));
  const count = holdings.filter((success) => success === undefined).length;
  if (count > 0) return { kind: 'undecided', count };
  const testResults = interactions.map(({ description, pact }, index) => {
    const interactionId = valueAt(pact, '/interactions/0/_id');
    return {
      ...(typeof interactionId === 'string' ? { interactionId } : {}),
      interactionDescription: description,
      success: holdings[index] === true,
    };
  });
  return { kind: 'decided', result: { success: testResults.every(({ success }) => success), testResults } };
}

/** Undefined where it was not decided. */
function holds({ isPending }: PactInteraction, verdict: InteractionVerdict | undefined): boolean | undefined {
  if (verdict === undefined) return undefined;
  if (verdict.verdict !== 'inconclusive') return verdict.verdict === 'pass';
  // The provider is excused for what is pending, but its consumer is to know.
  return isPending && verdict.remedies.every((remedy) => remedy.isPending === true) ? false : undefined;
}
