import type { Variant } from '../faults/behaviour.ts';
import { fullClient } from '../faults/demo.ts';
import { conclusionOf } from '../src/acceptance/conclusion.ts';
import type { RunResult } from '../src/conformance/result.ts';
import type { Check } from '../src/harness/check.ts';
import type { Tried } from './trial.ts';
import { type Trial, trial } from './trial.ts';

/**
 * Tries a legal variant: nothing may be found, and the run must be conformant.
 * @param checks - the checks to choose from
 * @param thorough - sends four times as much
 */
export async function triedVariant(
  variant: Variant,
  checks: readonly Check[],
  thorough = false,
): Promise<Tried> {
  const result = await variantResult(variant, checks, thorough);
  const [finding] = result.results.flatMap(({ findings }) => findings);
  const conclusion = conclusionOf(result);
  const wrong = conclusion === 'conformant' ? undefined : `The run ends as ${conclusion}.`;
  return {
    row: variant.requirement,
    name: `${variant.id}: ${variant.title}`,
    wrong: finding?.message ?? wrong,
  };
}

/**
 * Runs the checks against a legal variant.
 * @param checks - the checks to choose from
 */
export function variantResult(
  variant: Variant,
  checks: readonly Check[],
  thorough: boolean,
): Promise<RunResult> {
  return trial(variant.behaviour, settingOf(variant, checks, thorough));
}

/**
 * How a variant is tried. Checks of operations whose answers are those of the reference are left out, except the
 * authentication checks, which show a run that its token is valid.
 */
function settingOf(
  { operations, triedWith, triedIn, isOfWire }: Variant,
  checks: readonly Check[],
  thorough: boolean,
): Trial {
  const manner = {
    runs: 3,
    isDiscovering: triedWith === 'discovery',
    isOfWire,
    // The wire is the same for every request, so more requests of the same kinds would not show more.
    thorough: thorough && isOfWire !== true,
  };
  if (operations === undefined) return { checks, target: { clients: [String(fullClient.id)] }, ...manner };
  const tried = new Set([...operations, 'getOrganisation']);
  return {
    checks: checks.filter(({ operation }) => tried.has(operation)),
    organisation: triedIn,
    target: {},
    ...manner,
  };
}
