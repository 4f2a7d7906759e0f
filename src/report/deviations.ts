import { generalPointer } from '../schema/pointer.ts';
import type { OperationId } from '../specification/description.ts';
import type { DeviatingRequirement } from './causes.ts';

/** One thing to mend, however many checks and exchanges show it. */
export interface ReportDeviation {
  /** Stable; `explain` explains it. */
  readonly code: string;
  readonly requirement: string;
  /** The operations whose answers show it. */
  readonly operations: readonly OperationId[];
  /** Where it was found first: a JSON pointer, with a star for each position in a list. */
  readonly pointer: string;
  /** As it was found first. */
  readonly message: string;
  /** Of all its findings, over runs, seeds and cases. */
  readonly fingerprints: readonly string[];
  /** The ids of the checks that show it. */
  readonly checks: readonly string[];
  /** How many findings there are of it. */
  readonly sightings: number;
  /** The exchange that shows it first, by its place in `exchanges`. */
  readonly exchange: number;
}

/** The list of what deviates, in the order in which it was found. */
export function deviationsOf(deviating: readonly DeviatingRequirement[]): ReportDeviation[] {
  return deviating.flatMap(({ requirement, causes }) =>
    causes.map(({ code, message, sightings }) => {
      const [{ pointer, place }] = sightings;
      return {
        ...{ code, requirement },
        operations: [...new Set(sightings.map(({ operation }) => operation))],
        ...{ pointer: generalPointer(pointer), message },
        fingerprints: [...new Set(sightings.map(({ fingerprint }) => fingerprint))],
        checks: [...new Set(sightings.map(({ check }) => check))],
        ...{ sightings: sightings.length, exchange: place },
      };
    }),
  );
}
