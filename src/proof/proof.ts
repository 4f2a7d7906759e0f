import PQueue from 'p-queue';
import type { Fault, Variant } from '../faults/behaviour.ts';
import type { FieldValue, SingleFieldFault } from '../faults/catalogue/field-values.ts';
import { faults } from '../faults/faults.ts';
import { rightValues, singleFieldFaults } from '../faults/single-fields.ts';
import { variants } from '../faults/variants.ts';
import type { Check } from '../harness/check.ts';
import { triedFault } from './fault-trial.ts';
import { batchesOf, triedRightValues, triedSingleFieldFaults } from './single-field-trial.ts';
import type { Tried } from './tried.ts';
import { triedVariant } from './variant-trial.ts';

/** The subjects that checks are tried with: faults to catch and legal values to pass. */
export interface Subjects {
  readonly faults: readonly Fault[];
  readonly variants: readonly Variant[];
  readonly singleFieldFaults: readonly SingleFieldFault[];
  readonly rightValues: readonly FieldValue[];
}

export type Proof = Readonly<Record<keyof Subjects, readonly Tried[]>>;

/** All subjects, or only those with one of the texts in their id or name, title or requirement. */
export function subjectsWith(...texts: readonly string[]): Subjects {
  const isMeant = (words: readonly string[]): boolean =>
    texts.length === 0 || texts.some((text) => words.some((one) => one.includes(text)));
  const holds = ({ id, title, requirement }: Fault | Variant): boolean => isMeant([id, title, requirement]);
  const isNamed = ({ name, field }: FieldValue): boolean => isMeant([name, field.requirement]);
  return {
    faults: faults.filter(holds),
    variants: variants.filter(holds),
    singleFieldFaults: singleFieldFaults.filter(isNamed),
    rightValues: rightValues.filter(isNamed),
  };
}

/** Services that are tried concurrently. They share nothing, and most of the time some of them wait. */
const concurrency = 6;

/**
 * Tries checks with subjects.
 * @param onTried - called with the number of subjects tried so far
 * @throws {Error} when a check or a service breaks: then nothing is proved
 */
export async function prove(
  { faults, variants, singleFieldFaults, rightValues }: Subjects,
  checks: readonly Check[],
  onTried: (count: number) => void = () => {},
): Promise<Proof> {
  const queue = new PQueue({ concurrency });
  let count = 0;
  async function each<Subject>(
    subjects: readonly Subject[],
    trial: (subject: Subject) => Promise<readonly Tried[]>,
  ): Promise<Tried[]> {
    const tried = await Promise.all(
      subjects.map((subject) =>
        queue.add(async () => {
          const some = await trial(subject);
          count += some.length;
          onTried(count);
          return some;
        }),
      ),
    );
    return tried.flat();
  }
  try {
    // Variants come first, since some of them take longest.
    const [ofVariants, ofFaults, ofSingleFieldFaults, ofRightValues] = await Promise.all([
      each(variants, async (variant) => [await triedVariant(variant, checks)]),
      each(faults, async (fault) => [await triedFault(fault, checks)]),
      each(batchesOf(singleFieldFaults), (some) => triedSingleFieldFaults(some, checks)),
      each(batchesOf(rightValues), (some) => triedRightValues(some, checks)),
    ]);
    return {
      faults: ofFaults,
      variants: ofVariants,
      singleFieldFaults: ofSingleFieldFaults,
      rightValues: ofRightValues,
    };
  } finally {
    queue.clear();
    await queue.onIdle();
  }
}
