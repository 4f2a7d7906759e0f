import type { Acceptance, FailOn } from '../acceptance/acceptance.ts';
import type { Lock } from '../acceptance/lock.ts';
import type { Waiver } from '../acceptance/waivers.ts';
import { checksOf } from '../checks/all.ts';
import type { FieldCoverage } from '../conformance/field-coverage.ts';
import { deviationsIn } from '../regression/reports/deviations.ts';
import { named } from '../report/quoted.ts';
import type { Report } from '../report/report.ts';
import { suiteRecordOf } from '../report/suite-record.ts';
import { bundled } from '../specification/bundled.ts';
import { Failure } from './failure.ts';
import { readKept } from './files/kept-file.ts';
import { fieldCoverageFile, lockFile } from './files/kept-files.ts';
import { readWaivers } from './files/waivers-file.ts';
import { presentSuite } from './present-suite.ts';
import { isNarrowed, type Selection } from './selection.ts';

/** What a call accepts of its target. What stands in a file can be given as a value, too. */
export interface AcceptanceOptions {
  /** What was accepted earlier where the documents leave the target free. */
  readonly lock?: Lock | string | undefined;
  /** Accepts what this run observes. What a run of a part of the checks does not see stays accepted. */
  readonly updateLock?: boolean | undefined;
  /** Known deviations. */
  readonly waivers?: readonly Waiver[] | string | undefined;
  /** An earlier report: what deviates in it does not fail the run. */
  readonly baseline?: Report | string | undefined;
  readonly failOn?: readonly FailOn[] | undefined;
  /** What earlier runs saw; a file of it need not be there yet. */
  readonly fieldCoverage?: FieldCoverage | string | undefined;
  /** How much of all that case records can show must be seen, in percent. */
  readonly minFieldCoverage?: number | undefined;
  /** How much of what can be decided with these `writes` must be decided, in percent. */
  readonly minDecided?: number | undefined;
}

/**
 * What a call accepts of a target, with the files read that it names.
 * @param target - what reports and locks call it
 * @param baseline - an earlier report, whose deviations are known
 * @throws {Failure} when one cannot be read, or is not for this target
 */
export async function readAcceptance(
  options: Omit<AcceptanceOptions, 'baseline'> & Selection,
  target: string,
  baseline: Report | undefined,
): Promise<Acceptance> {
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
    throw new Failure(
      'CALL_NOT_UNDERSTOOD',
      "Without a lock, no observation can have changed. Name one, or leave 'changed-observation' out.",
    );
  const { specification = bundled, checks = checksOf(specification) } = options;
  return {
    specification,
    target,
    lock: updateLock ? 'updated' : lock === undefined ? 'none' : 'compared',
    earlier: lock === undefined ? undefined : await earlierLock(lock, updateLock, target),
    waivers: typeof waivers === 'string' ? await readWaivers(waivers) : waivers,
    baseline: baseline && {
      suite: suiteRecordOf(baseline),
      deviations: new Set(deviationsIn(baseline.results).map(({ fingerprint }) => fingerprint)),
    },
    failOn,
    fieldCoverage:
      typeof fieldCoverage === 'string' ? await readKept(fieldCoverage, fieldCoverageFile) : fieldCoverage,
    minFieldCoverage,
    minDecided,
    isNarrowed: isNarrowed(options),
    knownChecks: new Set(checks.map(({ id }) => id)),
    today: new Date().toISOString().slice(0, 10),
    suite: presentSuite(specification),
  };
}

async function earlierLock(
  source: Lock | string,
  isUpdated: boolean,
  target: string,
): Promise<Lock | undefined> {
  const lock = typeof source === 'string' ? await readKept(source, lockFile) : source;
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
