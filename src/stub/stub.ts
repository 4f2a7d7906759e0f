import type { Behaviour } from '../../faults/behaviour.ts';
import type { Demo } from '../reference/demo.ts';
import type { Specification } from '../specification/specification.ts';
import { generatedAnswers } from './generated-answers.ts';
import { generatedOrganisations, withEnoughCases } from './organisations.ts';
import { type Numbering, numberedByPlace, numberedInTurn, openRecords } from './records.ts';

export interface StubOptions {
  readonly specification: Specification;
  readonly seed: number;
  /** Whether each answer shows a different record. If not, a case or client always has the same record. */
  readonly arbitrary?: boolean | undefined;
  readonly edgeCases?: boolean | undefined;
  /** The number of the record that every answer shows. */
  readonly path?: string | undefined;
}

export function stubOf(
  demo: Demo,
  { specification, seed, arbitrary = false, edgeCases = false, path }: StubOptions,
): { readonly organisations: Demo; readonly behaviour: Behaviour } {
  const records = openRecords(specification, seed, edgeCases);
  const whole = withEnoughCases(specification, demo, records);
  const byPlace = numberedByPlace(whole);
  const turning = arbitrary ? numberedInTurn() : byPlace;
  const numbering: Numbering = path === undefined ? turning : () => Number(path);
  return {
    organisations: generatedOrganisations(specification, whole, { records, numbering: byPlace }),
    behaviour: generatedAnswers({ specification, records, seed, numbering }),
  };
}
