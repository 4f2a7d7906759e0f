import type { CheckResult, ReportedDeviation } from '../conformance/result.ts';

/** Whether a check deviates, and all of its deviations are waived or in the baseline. */
export function isAccepted({ findings }: CheckResult): boolean {
  return findings.length > 0 && findings.every((finding) => !isNew(finding));
}

/** Whether a deviation is neither waived nor in the baseline. */
export function isNew({ waived, isInBaseline }: ReportedDeviation): boolean {
  return waived === undefined && isInBaseline !== true;
}

/**
 * Marks the findings that an earlier run had too.
 * @param baseline - the fingerprints of the findings of that run
 */
export function withBaseline(results: readonly CheckResult[], baseline: ReadonlySet<string>): CheckResult[] {
  return results.map((result) => ({
    ...result,
    findings: result.findings.map((finding) =>
      baseline.has(finding.fingerprint) ? { ...finding, isInBaseline: true } : finding,
    ),
  }));
}
