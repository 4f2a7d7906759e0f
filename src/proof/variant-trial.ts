import { conclusionOf } from '../acceptance/conclusion.ts';
import type { Variant } from '../faults/behaviour.ts';
import { creationVariants } from '../faults/variants/creations.ts';
import { clientVariants, readingVariants } from '../faults/variants.ts';
import type { Check } from '../harness/check.ts';
import { fullClient } from './fault-trial.ts';
import { type Trial, trial } from './trial.ts';
import type { Tried } from './tried.ts';

/**
 * How a legal variant is judged: nothing must be found of it, and it must be conformant.
 * @param checks - those to choose from
 */
export async function triedVariant(variant: Variant, checks: readonly Check[]): Promise<Tried> {
  const result = await trial(variant.behaviour, settingOf(variant, checks));
  const [finding] = result.results.flatMap(({ findings }) => findings);
  const conclusion = conclusionOf(result);
  const wrong = conclusion === 'conformant' ? undefined : `The run ends as ${conclusion}.`;
  return {
    row: variant.requirement,
    name: `${variant.id}: ${variant.title}`,
    wrong: finding?.message ?? wrong,
  };
}

type Operation = Check['operation'];

/**
 * What is run of a list of variants. Of an operation whose answers are the reference's the checks are left out, but for
 * those of the authentication, by which a run knows that its token is valid.
 */
const operationsOf: readonly (readonly [readonly Variant[], readonly Operation[]])[] = [
  [readingVariants, ['getCaseData', 'getOrganisation', 'listCases', 'getInterfaceDescription']],
  [clientVariants, ['updateClient', 'getOrganisation']],
  [creationVariants, ['createOrganisation', 'getOrganisation']],
];

function settingOf(variant: Variant, checks: readonly Check[]): Trial {
  const [, operations] = operationsOf.find(([variants]) => variants.includes(variant)) ?? [];
  if (operations === undefined) return { checks, target: { clients: fullClient }, runs: 3 };
  const own = checks.filter(({ operation }) => operations.includes(operation));
  return { checks: own, target: {}, runs: 3 };
}
