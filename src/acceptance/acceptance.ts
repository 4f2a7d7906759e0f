import { coverageOf } from '../conformance/coverage.ts';
import type { RunResult } from '../conformance/result.ts';
import { type FieldCoverage, openFieldCounts } from '../folds/field-coverage.ts';
import type { Specification } from '../specification/specification.ts';
import { withBaseline } from './accepted.ts';
import { type PresentSuite, type SuiteRecord, withAddedChecks } from './added-checks.ts';
import { isUnanswered } from './conclusion.ts';
import { changesSince, type Lock, lockOf, type ObservationChange } from './lock.ts';
import {
  type Objection,
  objectionsToAdvisories,
  objectionsToChanges,
  objectionsToDrift,
  objectionsToFewDecided,
  objectionsToFieldCoverage,
  objectionsToPutBack,
  objectionsToUndecided,
  type ServedDrift,
} from './objections.ts';
import { objectionsToWaivers, type Waiver, withWaivers } from './waivers.ts';

/** Results that are not deviations, but fail a run if the call asks for it. */
export type FailOn = 'inconclusive' | 'changed-observation' | 'drift' | 'advisory';

export interface Acceptance {
  readonly specification: Specification;
  readonly target: string;
  readonly lock: 'none' | 'compared' | 'updated';
  readonly earlier: Lock | undefined;
  readonly waivers: readonly Waiver[];
  readonly baseline: { readonly suite: SuiteRecord; readonly deviations: ReadonlySet<string> } | undefined;
  readonly failOn: readonly FailOn[];
  readonly fieldCoverage: FieldCoverage | undefined;
  readonly minFieldCoverage: number;
  readonly minDecided: number;
  readonly isNarrowed: boolean;
  readonly knownChecks: ReadonlySet<string>;
  readonly today: string;
  readonly suite: PresentSuite;
}

interface Judged {
  readonly run: RunResult;
  readonly objections: readonly Objection[];
  readonly changes: readonly ObservationChange[] | undefined;
  readonly lock: Lock | undefined;
}

/**
 * Judges a run by what the call accepts.
 * @param drift - how the served description differs from the agreed one; undefined if it was not compared
 */
export function judged(run: RunResult, acceptance: Acceptance, drift?: ServedDrift): Judged {
  const { specification, target, lock, earlier, baseline, waivers, failOn, today, suite } = acceptance;
  const { observations, suiteFaults } = run;
  const accepted = withBaseline(withWaivers(run.results, waivers, today), baseline?.deviations ?? new Set());
  // Only a lock that is compared can mark checks as new. A lock that is updated accepts them.
  const records = [baseline, lock === 'compared' ? earlier : undefined].flatMap((one) => one?.suite ?? []);
  const results = withAddedChecks(accepted, records, suite);
  // In a partial run, a missing observation has not changed: its requests may not have been sent or answered.
  const isPartial = acceptance.isNarrowed || suiteFaults.length > 0 || results.some(isUnanswered);
  const changes = earlier === undefined ? [] : changesSince(earlier, observations, isPartial);
  const seen = [acceptance.fieldCoverage ?? [], run.fieldCoverage].flat();
  const fieldCoverage = openFieldCounts(specification, seen).coverage();
  const refuses = (one: FailOn): boolean => failOn.includes(one);
  return {
    run: { ...run, results, fieldCoverage },
    objections: [
      ...objectionsToPutBack(run),
      ...objectionsToWaivers(waivers, { results, known: acceptance.knownChecks, today }),
      ...objectionsToFieldCoverage(specification, fieldCoverage, acceptance.minFieldCoverage),
      ...objectionsToFewDecided(
        coverageOf(specification.requirements, results).inMode,
        acceptance.minDecided,
      ),
      ...(refuses('inconclusive') ? objectionsToUndecided(results) : []),
      ...(refuses('advisory') ? objectionsToAdvisories(results) : []),
      ...(refuses('drift') ? objectionsToDrift(drift, acceptance.isNarrowed) : []),
      ...(refuses('changed-observation') && lock === 'compared' ? objectionsToChanges(changes) : []),
    ],
    changes: lock === 'none' ? undefined : changes,
    lock:
      lock === 'updated'
        ? lockOf(observations, {
            ...{ suite, target, kept: isPartial ? earlier : undefined },
            ran: results.map(({ id }) => id),
          })
        : undefined,
  };
}
