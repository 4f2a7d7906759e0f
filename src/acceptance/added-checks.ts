import type { CheckResult } from '../conformance/result.ts';

/** The suite that made a lock or a report, as recorded there. */
export interface SuiteRecord {
  readonly version: string;
  /** The version of the interface that the suite tests. */
  readonly interface?: string | undefined;
  /** The ids of all checks of the suite, sorted, including those that did not run. Undefined if unknown. */
  readonly checks?: readonly string[] | undefined;
}

export interface PresentSuite extends SuiteRecord {
  readonly interface: string;
  readonly checks: readonly string[];
}

/**
 * Marks results of checks that are new since a lock or baseline was made.
 * @param records - the suites of the lock and the baseline. If one of these suites does not list its checks, no check
 * is marked.
 */
export function withAddedChecks(
  results: readonly CheckResult[],
  records: readonly SuiteRecord[],
  present: PresentSuite,
): CheckResult[] {
  if (records.length === 0 || records.some(({ checks }) => checks === undefined)) return [...results];
  const known = new Set(records.flatMap(({ checks = [] }) => checks));
  // Checks that the caller supplied are never marked.
  const ours = new Set(present.checks);
  return results.map((result) =>
    ours.has(result.id) && !known.has(result.id) ? { ...result, added: true } : result,
  );
}
