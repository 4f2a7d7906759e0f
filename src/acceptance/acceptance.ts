import { resolve } from 'node:path';
import { checksOf } from '../checks/all.ts';
import type { CheckOptions, FailOn } from '../cli/check-options.ts';
import { readWitnesses, writeWitnesses } from '../cli/files/field-coverage-file.ts';
import { assertLockWritable, readLock, writeLock } from '../cli/files/lock-file.ts';
import { readWaivers } from '../cli/files/waivers-file.ts';
import { type FieldCoverage, noFieldCoverage, summedFieldCoverage } from '../conformance/field-coverage.ts';
import type { RunResult } from '../conformance/result.ts';
import { type Conclusion, isUnanswered } from '../conformance/verdict.ts';
import { Failure } from '../gate/failure.ts';
import { isNarrowed } from '../gate/selection.ts';
import { printable } from '../report/printable.ts';
import { suiteVersion } from '../report/suite-version.ts';
import { bundled } from '../specification/bundled.ts';
import { changesSince, type Lock, lockOf, type ObservationChange } from './lock.ts';
import {
  type Objection,
  objectionsToChanges,
  objectionsToFieldCoverage,
  objectionsToPutBack,
  objectionsToUndecided,
} from './objections.ts';
import { objectionsToWaivers, type Waiver, withWaivers } from './waivers.ts';

/** What a call accepts of a target, and what it does not, as it stands before the run. */
export interface Acceptance {
  readonly target: string;
  /** What the call makes of a lock, where it names one. */
  readonly lock: 'none' | 'compared' | 'updated';
  /** What was accepted earlier, of this target. */
  readonly earlier: Lock | undefined;
  readonly waivers: readonly Waiver[];
  readonly failOn: readonly FailOn[];
  /** What earlier runs witnessed, where the call names a file of it. */
  readonly witnesses: FieldCoverage | undefined;
  /** How much has to be witnessed, in percent. */
  readonly minWitnessed: number;
  /** Whether the call leaves checks out. */
  readonly isNarrowed: boolean;
  /** The day of the run in UTC, as YYYY-MM-DD. */
  readonly today: string;
}

/** A run in the light of what is accepted. */
export interface Judged {
  /** The run, with the findings marked that are waived, and with what earlier ones witnessed. */
  readonly run: RunResult;
  readonly objections: readonly Objection[];
  /** What differs from the lock, where there is one. */
  readonly changes: readonly ObservationChange[] | undefined;
  /** The lock that accepts the run, where the call asks for it. */
  readonly lock: Lock | undefined;
}

/**
 * Reads the lock and the waivers that a call names.
 * @param target - what the target's report is called by
 * @throws {Failure} when one cannot be read or written, or is not for this target
 */
export async function readAcceptance(options: CheckOptions, target: string): Promise<Acceptance> {
  const { lock, updateLock = false, waivers, failOn = [], reportDir } = options;
  if (lock !== undefined && resolve(lock) === resolve(reportDir, 'report.json')) {
    throw new Failure('CALL_NOT_UNDERSTOOD', `The lock ${lock} is where the report goes. Name another file.`);
  }
  return {
    target,
    lock: lock === undefined ? 'none' : updateLock ? 'updated' : 'compared',
    earlier: lock === undefined ? undefined : await earlierLock(lock, updateLock, target),
    waivers: waivers === undefined ? [] : await readWaivers(waivers),
    failOn,
    witnesses: options.witnesses === undefined ? undefined : await readWitnesses(options.witnesses),
    minWitnessed: options.minWitnessed ?? 0,
    isNarrowed: isNarrowed(options),
    today: new Date().toISOString().slice(0, 10),
  };
}

async function earlierLock(file: string, isUpdated: boolean, target: string): Promise<Lock | undefined> {
  const lock = await readLock(file);
  if (isUpdated) {
    await assertLockWritable(file);
    return lock?.target === target ? lock : undefined;
  }
  if (lock === undefined) {
    throw new Failure('LOCK_MISSING', `There is no lock ${file}. Add --update-lock, and this run makes it.`);
  }
  if (lock.target === target) return lock;
  throw new Failure(
    'LOCK_OF_ANOTHER_TARGET',
    `The lock ${file} is of ${printable(lock.target)}, but this run tests ${target}. Name another with --lock, or replace it with --update-lock.`,
  );
}

/** Judges a run by what is accepted. */
export function judged(run: RunResult, acceptance: Acceptance): Judged {
  const { target, lock, earlier, waivers, failOn, minWitnessed, today } = acceptance;
  const { results, observations, suiteFaults } = run;
  // What was not asked, or not answered, has not changed.
  const isPartial = acceptance.isNarrowed || suiteFaults.length > 0 || results.some(isUnanswered);
  const changes = earlier === undefined ? [] : changesSince(earlier, observations, isPartial);
  const witnesses = summedFieldCoverage(bundled, [acceptance.witnesses ?? noFieldCoverage, run.witnesses]);
  const refuses = (one: FailOn): boolean => failOn.includes(one);
  return {
    run: { ...run, results: withWaivers(results, waivers, today), witnesses },
    objections: [
      ...objectionsToPutBack(run.putBack),
      ...objectionsToWaivers(waivers, { results, known: knownChecks, today }),
      ...objectionsToFieldCoverage(bundled, witnesses, minWitnessed),
      ...(refuses('inconclusive') ? objectionsToUndecided(results) : []),
      // What the run itself accepts is no objection to it.
      ...(refuses('changed-observation') && lock === 'compared' ? objectionsToChanges(changes) : []),
    ],
    changes: lock === 'none' ? undefined : changes,
    lock:
      lock === 'updated'
        ? lockOf(observations, { version: suiteVersion, target, kept: isPartial ? earlier : undefined })
        : undefined,
  };
}

const knownChecks: ReadonlySet<string> = new Set(checksOf(bundled).map(({ id }) => id));

/**
 * Writes the text of the lock that accepts a run, where the run came to something.
 * @returns a line that says what was done
 * @throws {Failure} `FILE_NOT_WRITABLE`
 */
export async function keepLock(file: string, text: string, conclusion: Conclusion): Promise<string> {
  if (conclusion === 'not-tested' || conclusion === 'suite-broke') {
    return `The lock ${file} is left as it was, since nothing can be concluded from this run.`;
  }
  await writeLock(file, text);
  return `Lock: ${file}`;
}

/**
 * Keeps what was witnessed up to now, where the run came to something.
 * @returns a line that says what was done
 * @throws {Failure} `FILE_NOT_WRITABLE`
 */
export async function keepWitnesses(
  file: string,
  witnesses: FieldCoverage,
  conclusion: Conclusion,
): Promise<string> {
  if (conclusion === 'not-tested' || conclusion === 'suite-broke') {
    return `The file of witnesses ${file} is left as it was, since nothing can be concluded from this run.`;
  }
  await writeWitnesses(file, witnesses);
  return `Witnesses: ${file}`;
}
