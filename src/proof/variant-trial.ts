import { conclusionOf } from '../acceptance/conclusion.ts';
import type { RunResult } from '../conformance/result.ts';
import type { Variant } from '../faults/behaviour.ts';
import { fullClient } from '../faults/demo.ts';
import type { Check } from '../harness/check.ts';
import { type Trial, trial } from './trial.ts';
import type { Tried } from './tried.ts';

/**
 * How a legal variant is judged: nothing must be found of it, and it must be conformant.
 * @param checks - those to choose from
 */
export async function triedVariant(variant: Variant, checks: readonly Check[]): Promise<Tried> {
  const result = await variantResult(variant, checks);
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
 * What is found of a legal variant.
 * @param checks - those to choose from
 */
export function variantResult(variant: Variant, checks: readonly Check[]): Promise<RunResult> {
  return trial(variant.behaviour, settingOf(variant, checks));
}

/**
 * What is run of a variant. Of an operation whose answers are the reference's the checks are left out, but for those of
 * the authentication, by which a run knows that its token is valid.
 */
function settingOf({ operations, triedWith, triedIn, isOfWire }: Variant, checks: readonly Check[]): Trial {
  const isDiscovering = triedWith === 'discovery';
  if (operations === undefined)
    return { checks, target: { clients: [String(fullClient.id)] }, runs: 3, isDiscovering, isOfWire };
  const tried = new Set([...operations, 'getOrganisation']);
  return {
    checks: checks.filter(({ operation }) => tried.has(operation)),
    organisation: triedIn,
    target: {},
    runs: 3,
    isDiscovering,
    isOfWire,
  };
}
