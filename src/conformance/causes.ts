import type { Deviation } from '../checks/check.ts';
import type { CheckResult } from '../conformance/result.ts';
import type { Evidence } from '../http/evidence.ts';

/** Everything that deviates from one requirement. */
export interface DeviatingRequirement {
  readonly requirement: string;
  readonly causes: readonly Cause[];
}

/** One thing that is wrong, however many checks and exchanges show it. */
export interface Cause {
  readonly message: string;
  readonly sightings: readonly Sighting[];
}

/** A check and an exchange that show a cause. */
export interface Sighting {
  readonly check: string;
  readonly exchange: Evidence | undefined;
}

/** The findings of all results by what they are about: one cause is one thing to mend. */
export function deviatingRequirements(results: readonly CheckResult[]): DeviatingRequirement[] {
  const found = results.flatMap((result) => result.findings.map((finding) => ({ result, finding })));
  return [...Map.groupBy(found, ({ finding }) => finding.requirement)].map(
    ([requirement, ofRequirement]) => ({
      requirement,
      causes: [...Map.groupBy(ofRequirement, ({ finding }) => finding.message)].map(([message, ofCause]) => ({
        message,
        sightings: ofCause.map(({ result, finding }) => sighting(result, finding)),
      })),
    }),
  );
}

/** How many causes there are. */
export function countCauses(deviating: readonly DeviatingRequirement[]): number {
  return deviating.reduce((sum, { causes }) => sum + causes.length, 0);
}

function sighting({ id, evidence }: CheckResult, { reply }: Deviation): Sighting {
  return { check: id, exchange: evidence[reply] };
}
