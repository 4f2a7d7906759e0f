import { valueAt } from '../schema/pointer.ts';
import type { PactInteraction } from './pact.ts';

interface InteractionVerdict {
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  readonly remedies: readonly { readonly isPending?: true }[];
}

/** The result for a pact, as a broker receives it: which interactions hold, without anything the provider answered. */
export interface VerificationResult {
  readonly success: boolean;
  readonly testResults: readonly {
    /** The broker's number of the interaction, if it has one. */
    readonly interactionId?: string;
    readonly interactionDescription: string;
    readonly success: boolean;
  }[];
}

/**
 * The result for a pact, or the number of its undecided interactions: an interaction that was not run has neither
 * passed nor failed.
 */
type PactOutcome =
  | { readonly kind: 'decided'; readonly result: VerificationResult }
  | { readonly kind: 'undecided'; readonly count: number };

/**
 * Sums up the verdicts on a pact's interactions.
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

/** Undefined if it was not decided. */
function holds({ isPending }: PactInteraction, verdict: InteractionVerdict | undefined): boolean | undefined {
  if (verdict === undefined) return undefined;
  if (verdict.verdict !== 'inconclusive') return verdict.verdict === 'pass';
  // The provider is not failed for a pending interaction, but the consumer learns that it does not hold.
  return isPending && verdict.remedies.every((remedy) => remedy.isPending === true) ? false : undefined;
}
