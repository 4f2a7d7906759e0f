import { readFileSync } from 'node:fs';
import type { SuiteRecord } from '../acceptance/added-checks.ts';
import type { CheckResult } from '../conformance/result.ts';

const packageFile: { version: string } = JSON.parse(
  readFileSync(new URL(import.meta.resolve('case-conformance/package.json')), 'utf8'),
);

export const suiteVersion: string = packageFile.version;

interface Recording {
  readonly suite: Omit<SuiteRecord, 'checks'> & { readonly otherChecks?: readonly string[] | undefined };
  readonly results: readonly Pick<CheckResult, 'id'>[];
}

export function suiteRecordOf(report: Recording): SuiteRecord {
  const { version, interface: ofInterface } = report.suite;
  return { version, interface: ofInterface, checks: checksOfSuite(report) };
}

export function checksOfSuite({ suite, results }: Recording): string[] | undefined {
  if (suite.otherChecks === undefined) return undefined;
  return [...new Set([...suite.otherChecks, ...results.map(({ id }) => id)])].sort();
}

export function otherChecks(checks: readonly string[], results: Recording['results']): string[] {
  const judged = new Set(results.map(({ id }) => id));
  return checks.filter((id) => !judged.has(id));
}
