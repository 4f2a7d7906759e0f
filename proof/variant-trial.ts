import type { Variant } from '../faults/behaviour.ts';
import { fullClient } from '../faults/demo.ts';
import { conclusionOf } from '../src/acceptance/conclusion.ts';
import type { RunResult } from '../src/conformance/result.ts';
import type { Check } from '../src/harness/check.ts';
import type { TrialResult } from './trial.ts';
import { type Trial, trial } from './trial.ts';

/**
 * Tries a variant: nothing may be found, and the run must be conformant.
 * @param checks - the checks to choose from
 * @param thorough - sends about four times as many requests
 */
export async function triedVariant(
  variant: Variant,
  checks: readonly Check[],
  thorough = false,
): Promise<TrialResult> {
  const result = await variantResult(variant, checks, thorough);
  const [finding] = result.results.flatMap(({ findings }) => findings);
  const conclusion = conclusionOf(result);
  const wrong = conclusion === 'conformant' ? undefined : `The run ends as ${conclusion}.`;
  return {
    kind: 'variant',
    row: variant.requirement,
    name: `${variant.id}: ${variant.title}`,
    wrong: finding?.message ?? wrong,
  };
}

export function variantResult(
  variant: Variant,
  checks: readonly Check[],
  thorough: boolean,
): Promise<RunResult> {
  return trial(variant.behaviour, settingOf(variant, checks, thorough));
}

/**
 * The trial of a variant. It omits operations that the variant does not change, except getOrganisation, which proves
 * that the token is valid.
 */
function settingOf(
  { operations, triedWith, triedIn, needsSocket }: Variant,
  checks: readonly Check[],
  thorough: boolean,
): Trial {
  const wire = {
    runs: 3,
    isDiscovering: triedWith === 'discovery',
    needsSocket,
    // A thorough run would not show more, since all requests use the connection in the same way.
    thorough: thorough && needsSocket !== true,
  };
  if (operations === undefined) return { checks, target: { clients: [String(fullClient.id)] }, ...wire };
  const tried = new Set([...operations, 'getOrganisation']);
  return {
    checks: checks.filter(({ operation }) => tried.has(operation)),
    organisation: triedIn,
    target: {},
    ...wire,
  };
}
