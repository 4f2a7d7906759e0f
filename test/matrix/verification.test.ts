import { expect, onTestFinished, test } from 'vitest';
import { conclusionOf } from '../../src/acceptance/conclusion.ts';
import type { RunResult } from '../../src/conformance/result.ts';
import type { Behaviour } from '../../src/faults/behaviour.ts';
import { faults } from '../../src/faults/faults.ts';
import { creationVariants } from '../../src/faults/variants/creations.ts';
import { descriptionVariants } from '../../src/faults/variants/interface-description.ts';
import { openOperationVariants } from '../../src/faults/variants/open-operations.ts';
import { clientVariants, everywhereVariants } from '../../src/faults/variants.ts';
import { interactionsOf } from '../../src/gate/verification/pacts.ts';
import { interactionChecks } from '../../src/verification/interaction-checks.ts';
import { probeChecks } from '../../src/verification/probe-checks.ts';
import { startProvider } from '../support/broken-provider.ts';
import { ran, statesAt, toolsOf, verifierUntilTheEnd } from '../unit/verification/support.ts';
import { named } from './named.ts';
import { unseenFaults } from './unseen-by-verification.ts';

/**
 * What is tried of a list: one in so many, which half a minute is enough for, or with VERIFICATION=all everything, which takes
 * a quarter of an hour.
 */
function tried<One>(all: readonly One[]): readonly One[] {
  return process.env.VERIFICATION === 'all' ? all : all.filter((_, index) => index % 40 === 3);
}

const verifier = await verifierUntilTheEnd();
const interactions = await interactionsOf(undefined);

/** What is found of a provider that behaves so, and whose states are set up rightly. */
async function verification(behaviour: Behaviour): Promise<RunResult> {
  const provider = await startProvider(behaviour);
  onTestFinished(provider.close);
  const tools = await toolsOf(verifier, statesAt(provider.stateUrl));
  const checks = [...interactionChecks(interactions, tools), ...probeChecks(tools.states)];
  return ran(provider.baseUrl, checks, { target: { writes: 'all' }, mayChangeUnlisted: true, runs: 1 });
}

const seen = faults.filter(({ id }) => !unseenFaults.has(id));

test('what cannot be seen is known, and the rest is most of it', () => {
  const known = new Set(faults.map(({ id }) => id));
  expect([...unseenFaults].filter((id) => !known.has(id))).toEqual([]);
  expect(seen.length / faults.length).toBeGreaterThan(0.7);
});

test.each(named(tried(seen)))('the fault %s is found', async (_, { behaviour }) => {
  const result = await verification(behaviour);
  expect(result.suiteFaults).toEqual([]);
  expect(conclusionOf(result)).toBe('deviates');
});

/** Those of what records show are none here: what is set up then is not what is shown. */
const variants = [
  ...openOperationVariants,
  ...descriptionVariants,
  ...clientVariants,
  ...creationVariants,
  ...everywhereVariants,
  // A client that was set up is there.
].filter(({ id }) => id !== 'clients-unreadable');

test.each(named(tried(variants)))('the legal variant %s is not failed', async (_, { behaviour }) => {
  const result = await verification(behaviour);
  expect(result.suiteFaults).toEqual([]);
  expect(result.results.flatMap(({ findings }) => findings)).toEqual([]);
  expect(conclusionOf(result)).not.toBe('deviates');
});
