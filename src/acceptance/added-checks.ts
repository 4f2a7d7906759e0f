import type { CheckResult } from '../conformance/result.ts';

/** The suite that made a lock or a report. */
export interface SuiteRecord {
  readonly version: string;
  /** The version of the interface that it tests; its requirements are frozen. */
  readonly interface?: string | undefined;
  /** The sorted ids of its checks, including those that did not run. */
  readonly checks?: readonly string[] | undefined;
}

/** The suite that runs. */
export interface PresentSuite extends SuiteRecord {
  readonly interface: string;
  readonly checks: readonly string[];
}

/**
 * Marks the results of checks that none of the records knows.
 * @param records - of the lock and the baseline; one that does not list its checks knows all
 */
export function withAddedChecks(
  results: readonly CheckResult[],
  records: readonly SuiteRecord[],
  present: PresentSuite,
): CheckResult[] {
  if (records.length === 0 || records.some(({ checks }) => checks === undefined)) return [...results];
  const known = new Set(records.flatMap(({ checks = [] }) => checks));
  // Checks that the caller supplies are not marked.
  const ours = new Set(present.checks);
  return results.map((result) =>
    ours.has(result.id) && !known.has(result.id) ? { ...result, added: true } : result,
  );
}
