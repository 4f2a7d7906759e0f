import type { Behaviour } from '../faults/behaviour.ts';
import type { Demo } from '../reference/demo.ts';
import type { Specification } from '../specification/specification.ts';
import { generatedAnswers } from './generated-answers.ts';
import { numberedAlways, numberedByPlace, numberedInTurn } from './numbering.ts';
import { generatedOrganisations, withEnoughCases } from './organisations.ts';
import { openRecords } from './records.ts';

/** Which records a stub shows. */
export interface StubOptions {
  readonly specification: Specification;
  readonly seed: number;
  /** Another record in each answer, in place of the same for each case and client. */
  readonly isArbitrary: boolean;
  /** Records with what is legal and merely looks wrong. */
  readonly isStrange: boolean;
  /** The number of the record in every answer. */
  readonly path: number | undefined;
}

/** A stub: what a reference implementation is to hold, and what becomes of its answers. */
export interface Stub {
  readonly organisations: Demo;
  readonly behaviour: Behaviour;
}

/** A stub whose cases, clients and organisations have generated records. */
export function stubOf(demo: Demo, { specification, seed, isArbitrary, isStrange, path }: StubOptions): Stub {
  const records = openRecords({ specification, seed, isStrange });
  const whole = withEnoughCases(specification, demo, records);
  const byPlace = numberedByPlace(whole);
  const turning = isArbitrary ? numberedInTurn() : byPlace;
  const numbering = path === undefined ? turning : numberedAlways(path);
  return {
    organisations: generatedOrganisations(specification, whole, { records, numbering: byPlace }),
    behaviour: generatedAnswers({ specification, records, seed, numbering }),
  };
}
