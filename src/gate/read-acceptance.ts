import type { Acceptance, FailOn } from '../acceptance/acceptance.ts';
import type { PresentSuite } from '../acceptance/added-checks.ts';
import type { Lock } from '../acceptance/lock.ts';
import type { Waiver } from '../acceptance/waivers.ts';
import { checksOf } from '../checks/all.ts';
import type { FieldCoverage } from '../folds/field-coverage.ts';
import { named } from '../report/quoted.ts';
import type { Report } from '../report/report.ts';
import { suiteRecordOf, suiteVersion } from '../report/suite.ts';
import { bundled } from '../specification/bundled.ts';
import type { Specification } from '../specification/specification.ts';
import { recordedRowsOf } from '../traffic/recorded-rows.ts';
import { callWrong, Failure } from './failure.ts';
import { readForm, readKept, readWaivers } from './files/form-files.ts';
import { isNarrowed, type Selection } from './selection.ts';

/** Behaviour of the target that the call accepts. Each file can also be given as a value. */
export interface AcceptanceOptions {
  /** The lock: accepted observations of what the target does where the documents leave it free. */
  readonly lock?: Lock | string | undefined;
  /**
   * Returns a lock with the observations of this run. Observations of checks that were not selected stay accepted.
   */
  readonly updateLock?: boolean | undefined;
  /** Known deviations, each with a reason and an expiry date, or the path of their file. */
  readonly waivers?: readonly Waiver[] | string | undefined;
  /** An earlier report, or the path of its file. Deviations that it contains do not fail the run. */
  readonly baseline?: Report | string | undefined;
  readonly failOn?: readonly FailOn[] | undefined;
  /** The field coverage of earlier runs, or the path of its file, which is created if missing. */
  readonly fieldCoverage?: FieldCoverage | string | undefined;
  /** The minimum percentage of the shapes, fields and values of case records that must have been seen. */
  readonly minFieldCoverage?: number | undefined;
  /**
   * The minimum percentage of requirements that must be tested. Requirements that the run's `writes` excludes are not
   * counted.
   */
  readonly minDecided?: number | undefined;
}

export interface ReadAcceptance {
  readonly acceptance: Acceptance;
  readonly baseline: Report | undefined;
}

export async function readAcceptance(
  options: AcceptanceOptions & Selection,
  target: string,
): Promise<ReadAcceptance> {
  const {
    lock,
    updateLock = false,
    waivers = [],
    failOn = [],
    fieldCoverage,
    minFieldCoverage = 0,
    minDecided = 0,
  } = options;
  if (failOn.includes('changed-observation') && lock === undefined)
    throw callWrong(
      "Without a lock, no observation can have changed. Name one, or leave 'changed-observation' out.",
    );
  const { specification = bundled, checks = checksOf(specification) } = options;
  const baseline =
    typeof options.baseline === 'string' ? await readForm(options.baseline, 'report') : options.baseline;
  const acceptance: Acceptance = {
    specification,
    target,
    lock: updateLock ? 'updated' : lock === undefined ? 'none' : 'compared',
    earlier: lock === undefined ? undefined : await earlierLock(lock, updateLock, target),
    waivers: typeof waivers === 'string' ? await readWaivers(waivers) : waivers,
    baseline: baseline && {
      suite: suiteRecordOf(baseline),
      deviations: new Set(
        baseline.results.flatMap(({ findings }) => findings.map(({ fingerprint }) => fingerprint)),
      ),
    },
    failOn,
    fieldCoverage:
      typeof fieldCoverage === 'string' ? await readKept(fieldCoverage, 'fieldCoverage') : fieldCoverage,
    minFieldCoverage,
    minDecided,
    isNarrowed: isNarrowed(options),
    knownChecks: new Set(checks.map(({ id }) => id)),
    today: new Date().toISOString().slice(0, 10),
    suite: specification.derive(presentSuite),
  };
  return { acceptance, baseline };
}

async function earlierLock(
  source: Lock | string,
  isUpdated: boolean,
  target: string,
): Promise<Lock | undefined> {
  const lock = typeof source === 'string' ? await readKept(source, 'lock') : source;
  if (lock?.target === target) return lock;
  if (isUpdated) return undefined;
  if (lock === undefined)
    throw new Failure(
      'LOCK_MISSING',
      `There is no lock ${typeof source === 'string' ? named(source) : ''}. Add --update-lock, and this run makes it.`,
    );
  const name = typeof source === 'string' ? `The lock ${named(source)}` : 'The lock';
  throw new Failure(
    'LOCK_OF_ANOTHER_TARGET',
    `${name} is of ${named(lock.target)}, but this run tests ${named(target)}. Name another with --lock, or replace it with --update-lock.`,
  );
}

/** The suite as reports and locks describe it: with all checks, not only the selected ones. */
function presentSuite(specification: Specification): PresentSuite {
  const checks = [...checksOf(specification), ...recordedRowsOf(specification)].map(({ id }) => id);
  return Object.freeze({
    version: suiteVersion,
    interface: specification.description.info.version,
    checks: Object.freeze([...new Set(checks)].sort()),
  });
}
