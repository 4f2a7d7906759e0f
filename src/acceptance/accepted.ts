import type { CheckResult, ReportedDeviation } from '../conformance/result.ts';

export function isAccepted({ findings }: CheckResult): boolean {
  return findings.length > 0 && findings.every((finding) => !isNew(finding));
}

export function isNew({ waived, isInBaseline }: ReportedDeviation): boolean {
  return waived === undefined && isInBaseline !== true;
}

export function withBaseline(results: readonly CheckResult[], baseline: ReadonlySet<string>): CheckResult[] {
  return results.map((result) => ({
    ...result,
    findings: result.findings.map((finding) =>
      baseline.has(finding.fingerprint) ? { ...finding, isInBaseline: true } : finding,
    ),
  }));
}
