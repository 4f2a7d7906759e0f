import { coverageOf } from '../conformance/coverage.ts';
import { type FieldCoverage, noFieldCoverage, summedFieldCoverage } from '../conformance/field-coverage.ts';
import type { RunResult } from '../conformance/result.ts';
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

/** What fails a run though it is no deviation, where a call asks for it. */
export type FailOn = 'inconclusive' | 'changed-observation' | 'drift' | 'advisory';

/** What a call accepts of a target, and what it does not, as it stands before the run. */
export interface Acceptance {
  /** What the target is held to. */
  readonly specification: Specification;
  /** What reports and locks call the target. */
  readonly target: string;
  /** What the call makes of a lock, where it names one. */
  readonly lock: 'none' | 'compared' | 'updated';
  /** What was accepted earlier, of this target. */
  readonly earlier: Lock | undefined;
  readonly waivers: readonly Waiver[];
  /** An earlier run, where the call names one. */
  readonly baseline: EarlierRun | undefined;
  readonly failOn: readonly FailOn[];
  /** What case records showed in earlier runs. */
  readonly fieldCoverage: FieldCoverage | undefined;
  /** How much has to be seen, in percent. */
  readonly minFieldCoverage: number;
  /** How much has to be decided of what can be with these `writes`, in percent. */
  readonly minDecided: number;
  /** Whether the call leaves checks out. */
  readonly isNarrowed: boolean;
  /** The id of every check that there is, also of those that are not run. */
  readonly knownChecks: ReadonlySet<string>;
  /** The day of the run in UTC, as YYYY-MM-DD. */
  readonly today: string;
  /** What a new lock names as its maker. */
  readonly suite: PresentSuite;
}

/** What is known of a run that was made earlier. */
interface EarlierRun {
  readonly suite: SuiteRecord;
  /** The fingerprints of its deviations. */
  readonly deviations: ReadonlySet<string>;
}

/** A run in the light of what is accepted. */
export interface Judged {
  /** The run, with the findings marked that are waived, and with what earlier ones saw. */
  readonly run: RunResult;
  readonly objections: readonly Objection[];
  /** What differs from the lock, where there is one. */
  readonly changes: readonly ObservationChange[] | undefined;
  /** The lock that accepts the run, where the call asks for it. */
  readonly lock: Lock | undefined;
}

/**
 * Judges a run by what is accepted.
 * @param drift - what came of comparing the description that the target serves; undefined where it was not seen
 */
export function judged(run: RunResult, acceptance: Acceptance, drift?: ServedDrift): Judged {
  const { specification, target, lock, earlier, baseline, waivers, failOn, today, suite } = acceptance;
  const { observations, suiteFaults } = run;
  const accepted = withBaseline(withWaivers(run.results, waivers, today), baseline?.deviations ?? new Set());
  // Whoever updates the lock takes on the checks that it does not know.
  const records = [baseline, lock === 'compared' ? earlier : undefined].flatMap((one) => one?.suite ?? []);
  const results = withAddedChecks(accepted, records, suite);
  // What was not asked, or not answered, has not changed.
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
      // What the run itself accepts is no objection to it.
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
