import { extname } from 'node:path';
import type { Fault, Variant } from '../faults/behaviour.ts';
import type { FieldValue } from '../faults/catalogue/field-values.ts';
import { faults } from '../faults/faults.ts';
import { rightValues, singleFieldFaults } from '../faults/single-fields.ts';
import { variants } from '../faults/variants.ts';
import type { Check } from '../src/harness/check.ts';
import { triedFault } from './fault-trial.ts';
import { batchesOf, triedRightValues, triedSingleFieldFaults } from './single-field-trial.ts';
import { inThreads } from './threads.ts';
import type { TrialResult } from './trial.ts';
import { triedVariant } from './variant-trial.ts';

/** All subjects, or only those whose id, name, title or requirement contains one of the texts. */
export function subjectsWith(...texts: readonly string[]) {
  const matches = (words: readonly string[]): boolean =>
    texts.length === 0 || texts.some((text) => words.some((one) => one.includes(text)));
  const holds = ({ id, title, requirement }: Fault | Variant): boolean => matches([id, title, requirement]);
  const isNamed = ({ name, field }: FieldValue): boolean => matches([name, field.requirement]);
  return {
    faults: faults.filter(holds),
    variants: variants.filter(holds),
    singleFieldFaults: singleFieldFaults.filter(isNamed),
    rightValues: rightValues.filter(isNamed),
  };
}

type SubjectTrial = () => Promise<readonly TrialResult[]>;

/**
 * The trials of the subjects. Their order is always the same for the same subjects, so that a thread can find a trial
 * by its index.
 */
export function trialsOf(
  { faults, variants, singleFieldFaults, rightValues }: ReturnType<typeof subjectsWith>,
  checks: readonly Check[],
): readonly SubjectTrial[] {
  return [
    // Variants come first, since some of them take the longest.
    ...variants.map((one) => async () => [await triedVariant(one, checks)]),
    ...faults.map((one) => async () => [await triedFault(one, checks)]),
    ...batchesOf(singleFieldFaults).map(
      ([, some]) =>
        () =>
          triedSingleFieldFaults(some, checks),
    ),
    ...batchesOf(rightValues).map(
      ([, some]) =>
        () =>
          triedRightValues(some, checks),
    ),
  ];
}

export interface ProofWork {
  readonly only: readonly string[];
  readonly checkIds: readonly string[];
}

/**
 * Tries checks with subjects.
 * @param only - texts as for `subjectsWith`
 * @param checks - some of the checks of the bundled specification
 * @param onTried - called with the number of subjects tried so far
 * @throws {Error} if a check or a service has a bug, since nothing is then proved
 */
export async function prove(
  only: readonly string[],
  checks: readonly Check[],
  onTried: (count: number) => void = () => {},
): Promise<readonly TrialResult[]> {
  const trials = trialsOf(subjectsWith(...only), checks);
  const work: ProofWork = { only, checkIds: checks.map(({ id }) => id) };
  let count = 0;
  const tried = await inThreads(entry, [...trials.keys()], work, (some: readonly TrialResult[]) => {
    count += some.length;
    onTried(count);
  });
  return tried.flat();
}

/** This file and the thread have the same extension: .ts in the sources, .js in the package. */
const entry = new URL(`./proof-thread${extname(import.meta.url)}`, import.meta.url);
