import type { CheckResult } from '../../conformance/result.ts';
import type { Check } from '../../harness/check.ts';
import { printable } from '../../report/printable.ts';
import type { Report } from '../../report/report.ts';
import { suiteVersion } from '../../report/suite.ts';
import { valueAt } from '../../schema/pointer.ts';
import type { VerificationResult } from '../../verification/broker.ts';
import { type PactInteraction, providerName } from '../../verification/pact.ts';
import { Failure } from '../failure.ts';
import type { RunHooks } from '../run-hooks.ts';
import { type Brokered, withBroker } from './broker.ts';

export interface PublishedProvider {
  readonly version: string;
  readonly branch?: string | undefined;
}

/**
 * Publishes the result of each pact that was decided completely, and reports which.
 * @param checks - one for each interaction of the pacts, in their order
 * @throws {Failure} `NOT_PUBLISHED` if the broker refuses
 */
export async function publish(
  { broker: called, pacts }: Brokered,
  { version, branch }: PublishedProvider,
  checks: readonly Check[],
  { results, suiteFaults }: Pick<Report, 'results' | 'suiteFaults'>,
  { onNotice }: RunHooks,
): Promise<void> {
  if (suiteFaults.length > 0) {
    onNotice?.('Nothing is published, since case-conformance itself broke.');
    return;
  }
  const interactions = pacts.flatMap((pact) => pact.interactions);
  const resultOf = (interaction: PactInteraction): CheckResult | undefined => {
    const check = checks[interactions.indexOf(interaction)];
    return results.find(({ id }) => id === check?.id);
  };
  const outcomes = pacts.map((pact) => ({ pact, outcome: outcomeOf(pact.interactions, resultOf) }));
  for (const { pact, outcome } of outcomes) {
    if (outcome.kind === 'decided') continue;
    onNotice?.(
      `Not published: ${outcome.count} of ${pact.interactions.length} interactions of ${printable(pact.consumer)} were not decided, and not run is not passed.`,
    );
  }
  const decided = outcomes.flatMap(({ pact, outcome }) =>
    outcome.kind === 'decided' ? [{ pact, result: outcome.result }] : [],
  );
  if (decided.length === 0) return;
  const provider = { provider: providerName, version };
  try {
    await withBroker(called, async (broker) => {
      if (branch !== undefined) await broker.recordBranch(provider, branch);
      for (const { pact, result } of decided) {
        await broker.publish(result, provider, pact, suiteVersion);
        const words = result.success ? 'holds' : 'does not hold';
        onNotice?.(`Published: version ${version} ${words} the pact of ${printable(pact.consumer)}.`);
      }
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure('NOT_PUBLISHED', `Not all results are published. ${error.message}`, { cause: error });
  }
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
function outcomeOf(
  interactions: readonly PactInteraction[],
  verdictOf: (interaction: PactInteraction) => CheckResult | undefined,
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
function holds({ isPending }: PactInteraction, verdict: CheckResult | undefined): boolean | undefined {
  if (verdict === undefined) return undefined;
  if (verdict.verdict !== 'inconclusive') return verdict.verdict === 'pass';
  // The provider is not failed for a pending interaction, but the consumer learns that it does not hold.
  return isPending && verdict.remedies.every((remedy) => remedy.isPending === true) ? false : undefined;
}
