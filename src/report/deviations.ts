import { generalPointer } from '../schema/pointer.ts';
import type { OperationId } from '../specification/description.ts';
import type { DeviatingRequirement } from './causes.ts';

/** One thing to fix, however many checks and exchanges show it. */
export interface ReportDeviation {
  /** A stable code; `explain` explains it. */
  readonly code: string;
  readonly requirement: string;
  readonly operations: readonly OperationId[];
  /** The pointer of the first finding, with a star for each list position. */
  readonly pointer: string;
  /** The message of the first finding. */
  readonly message: string;
  /** The fingerprints of all its findings, stable over runs, seeds and cases. */
  readonly fingerprints: readonly string[];
  readonly checks: readonly string[];
  /** The number of its findings. */
  readonly sightings: number;
  /** The first exchange that shows it, as an index into `exchanges`. */
  readonly exchange: number;
}

/** The deviations of a report, in the order in which they were found. */
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
