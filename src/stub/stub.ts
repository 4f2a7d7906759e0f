import type { Behaviour } from '../../faults/behaviour.ts';
import type { Demo } from '../reference/demo.ts';
import type { Specification } from '../specification/specification.ts';
import { generatedAnswers } from './generated-answers.ts';
import { generatedOrganisations, withEnoughCases } from './organisations.ts';
import { type Numbering, numberedByPlace, numberedInTurn, openRecords } from './records.ts';

interface StubOptions {
  readonly specification: Specification;
  readonly seed: number;
  /** Whether each answer shows a different record. If not, a case or client always has the same record. */
  readonly isArbitrary: boolean;
  readonly isUnusual: boolean;
  /** The number of the record that every answer shows. */
  readonly path: number | undefined;
}

export interface Stub {
  readonly organisations: Demo;
  readonly behaviour: Behaviour;
}

export function stubOf(demo: Demo, { specification, seed, isArbitrary, isUnusual, path }: StubOptions): Stub {
  const records = openRecords({ specification, seed, isUnusual });
  const whole = withEnoughCases(specification, demo, records);
  const byPlace = numberedByPlace(whole);
  const turning = isArbitrary ? numberedInTurn() : byPlace;
  const numbering: Numbering = path === undefined ? turning : () => path;
  return {
    organisations: generatedOrganisations(specification, whole, { records, numbering: byPlace }),
    behaviour: generatedAnswers({ specification, records, seed, numbering }),
  };
}
