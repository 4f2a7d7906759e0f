import type { CheckResult } from '../conformance/result.ts';

/** Which suite made a lock or a report. What an earlier version made says no more than the version. */
export interface SuiteRecord {
  readonly version: string;
  /** The version of the interface that it tests, whose requirements are frozen. */
  readonly interface?: string | undefined;
  /** The ids of its checks, sorted, also of those that were not run. */
  readonly checks?: readonly string[] | undefined;
}

/** The suite that runs. */
export interface PresentSuite extends SuiteRecord {
  readonly interface: string;
  readonly checks: readonly string[];
}

/**
 * The results with those marked whose check none of the records knows. They are deferred where the suite came to have
 * them in patch releases after one of the records.
 * @param records - of the lock and the baseline; one that does not list its checks knows all
 */
export function withAddedChecks(
  results: readonly CheckResult[],
  records: readonly SuiteRecord[],
  present: PresentSuite,
): CheckResult[] {
  if (records.length === 0 || records.some(({ checks }) => checks === undefined)) return [...results];
  const known = new Set(records.flatMap(({ checks = [] }) => checks));
  // A check of the caller's own is the caller's to add.
  const ours = new Set(present.checks);
  const added = records.some((record) => isPatchOf(record, present)) ? 'deferred' : 'counts';
  return results.map((result) =>
    ours.has(result.id) && !known.has(result.id) ? { ...result, added } : result,
  );
}

/** Whether what the check says counts for a gate. */
export function counts({ added }: Pick<CheckResult, 'added'>): boolean {
  return added !== 'deferred';
}

/** Whether the present suite differs from the recorded one by patch releases alone, and tests the same interface. */
function isPatchOf(record: SuiteRecord, present: PresentSuite): boolean {
  const [before, after] = [partsOf(record.version), partsOf(present.version)];
  if (before === undefined || after === undefined || record.interface !== present.interface) return false;
  return before.minor === after.minor && before.patch < after.patch;
}

/** The parts of a version (Semantic Versioning 2.0.0), of which the first two are one; a pre-release has those of its release. */
function partsOf(version: string): { readonly minor: string; readonly patch: number } | undefined {
  const [, minor, patch] = /^(\d+\.\d+)\.(\d+)(?:[-+]|$)/.exec(version) ?? [];
  return minor === undefined ? undefined : { minor, patch: Number(patch) };
}
