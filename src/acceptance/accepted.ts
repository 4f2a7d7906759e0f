import type { CheckResult, ReportedDeviation } from '../conformance/result.ts';

/** Whether all deviations of the check are accepted for now: waived, or in the baseline. */
export function isAccepted({ findings }: CheckResult): boolean {
  return findings.length > 0 && findings.every((finding) => !isNew(finding));
}

/** Whether the deviation is neither waived nor in the baseline. */
export function isNew({ waived, isInBaseline }: ReportedDeviation): boolean {
  return waived === undefined && isInBaseline !== true;
}

/**
 * Marks the findings that an earlier run had too.
 * @param baseline - the fingerprints of that run
 */
export function withBaseline(results: readonly CheckResult[], baseline: ReadonlySet<string>): CheckResult[] {
  return results.map((result) => ({
    ...result,
    findings: result.findings.map((finding) =>
      baseline.has(finding.fingerprint) ? { ...finding, isInBaseline: true } : finding,
    ),
  }));
}
