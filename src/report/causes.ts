import { isNew } from '../acceptance/accepted.ts';
import { counts } from '../acceptance/added-checks.ts';
import type { CheckResult, ReportedDeviation, Waived } from '../conformance/result.ts';
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
  /** Whether the lock or baseline knows the check, as its result says. */
  readonly added: CheckResult['added'];
  readonly exchange: Evidence | undefined;
  /** Where in its answer's body. */
  readonly pointer: string;
  /** The path to the random value that shows it. */
  readonly path: string | undefined;
  /** The smallest value that was found to show it. */
  readonly witness: unknown;
}

/** A known deviation, on the terms on which it is accepted. */
interface WaivedDeviation {
  readonly requirement: string;
  readonly message: string;
  readonly terms: Waived;
}

/** What deviates and counts, by what it is about: one cause is one thing to mend. */
export function deviatingRequirements(results: readonly CheckResult[]): DeviatingRequirement[] {
  return byRequirement(results.filter(counts));
}

/** What only deferred checks show. */
export function deferredRequirements(results: readonly CheckResult[]): DeviatingRequirement[] {
  const shown = new Set(results.filter(counts).flatMap(({ findings }) => findings.map(identityOf)));
  const deferred = results.filter((result) => !counts(result));
  return byRequirement(
    deferred.map((result) => ({
      ...result,
      findings: result.findings.filter((finding) => !shown.has(identityOf(finding))),
    })),
  );
}

/** What two findings have in common that are one thing to mend. */
function identityOf({ requirement, message }: ReportedDeviation): string {
  return JSON.stringify([requirement, message]);
}

/** The findings that nothing accepts. */
function byRequirement(results: readonly CheckResult[]): DeviatingRequirement[] {
  const found = results.flatMap((result) =>
    result.findings.filter(isNew).map((finding) => ({ result, finding })),
  );
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

/** What is waived, once for each requirement, message and terms. */
export function waivedDeviations(results: readonly CheckResult[]): WaivedDeviation[] {
  const waived = results
    .flatMap(({ findings }) => findings)
    .flatMap(({ requirement, message, waived: terms }) =>
      terms === undefined ? [] : [{ requirement, message, terms }],
    );
  return [...new Map(waived.map((one) => [JSON.stringify(one), one])).values()];
}

/** How many causes there are. */
export function countCauses(deviating: readonly DeviatingRequirement[]): number {
  return deviating.reduce((sum, { causes }) => sum + causes.length, 0);
}

function sighting(
  { id, added, evidence }: CheckResult,
  { reply, pointer, path, witness }: ReportedDeviation,
): Sighting {
  return { check: id, added, exchange: evidence[reply], pointer, path, witness };
}
