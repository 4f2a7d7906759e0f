import { coverageOf } from '../conformance/coverage.ts';
import type { RunResult } from '../conformance/result.ts';
import { type FieldCoverage, noFieldCoverage, summedFieldCoverage } from '../folds/field-coverage.ts';
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

/** Results that fail a run on request though they are not deviations. */
export type FailOn = 'inconclusive' | 'changed-observation' | 'drift' | 'advisory';

/** The conditions under which a call accepts a target, as known before the run. */
export interface Acceptance {
  /** The description that the target must conform to. */
  readonly specification: Specification;
  /** The target's name in reports and locks. */
  readonly target: string;
  /** How the call uses a lock, if it names one. */
  readonly lock: 'none' | 'compared' | 'updated';
  /** The lock of an earlier run of this target. */
  readonly earlier: Lock | undefined;
  readonly waivers: readonly Waiver[];
  /** An earlier run, if the call names one. */
  readonly baseline: EarlierRun | undefined;
  readonly failOn: readonly FailOn[];
  /** Field coverage of earlier runs. */
  readonly fieldCoverage: FieldCoverage | undefined;
  /** Required field coverage, in percent. */
  readonly minFieldCoverage: number;
  /** Required share of the requirements that can be decided with these `writes`, in percent. */
  readonly minDecided: number;
  /** Whether the call leaves out checks. */
  readonly isNarrowed: boolean;
  /** The ids of all checks, including those that do not run. */
  readonly knownChecks: ReadonlySet<string>;
  /** The day of the run in UTC, as YYYY-MM-DD. */
  readonly today: string;
  /** The suite that a new lock names. */
  readonly suite: PresentSuite;
}

interface EarlierRun {
  readonly suite: SuiteRecord;
  /** The fingerprints of its deviations. */
  readonly deviations: ReadonlySet<string>;
}

/** A run judged by what is accepted. */
export interface Judged {
  /** The run with its waived findings marked, and with the field coverage of earlier runs added. */
  readonly run: RunResult;
  readonly objections: readonly Objection[];
  /** Differences from the lock, if there is one. */
  readonly changes: readonly ObservationChange[] | undefined;
  /** The lock that accepts this run, if the call asks for it. */
  readonly lock: Lock | undefined;
}

/**
 * Judges a run by what is accepted.
 * @param drift - how the served description compares with the agreed one; undefined if it was not seen
 */
export function judged(run: RunResult, acceptance: Acceptance, drift?: ServedDrift): Judged {
  const { specification, target, lock, earlier, baseline, waivers, failOn, today, suite } = acceptance;
  const { observations, suiteFaults } = run;
  const accepted = withBaseline(withWaivers(run.results, waivers, today), baseline?.deviations ?? new Set());
  // Updating the lock accepts checks that the lock does not know.
  const records = [baseline, lock === 'compared' ? earlier : undefined].flatMap((one) => one?.suite ?? []);
  const results = withAddedChecks(accepted, records, suite);
  // An observation that was not requested or not answered has not changed.
  const isPartial = acceptance.isNarrowed || suiteFaults.length > 0 || results.some(isUnanswered);
  const changes = earlier === undefined ? [] : changesSince(earlier, observations, isPartial);
  const fieldCoverage = summedFieldCoverage(specification, [
    acceptance.fieldCoverage ?? noFieldCoverage,
    run.fieldCoverage,
  ]);
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
      // Changes that this run accepts are not objections.
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
