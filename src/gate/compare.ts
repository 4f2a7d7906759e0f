import { type Comparison, compareReports } from '../regression/reports/comparison.ts';
import type { Report } from '../report/report.ts';

/**
 * Compares two reports: what deviates now and did not, what is fixed, and what else changed.
 * @param before - as a value, or as the file that it stands in
 * @param after - likewise
 * @throws {Failure} `REPORT_TOO_OLD`, or when a file cannot be read or holds no report
 */
export async function compare(before: Report | string, after: Report | string): Promise<Comparison> {
  const [earlier, later] = await Promise.all([reportFrom(before, 'Before'), reportFrom(after, 'After')]);
  return compareReports(earlier, later);
}

/**
 * The report, as a value or in a file.
 * @param name - what errors call a value
 * @throws {Failure} as `compare` does
 */
export async function reportFrom(source: Report | string, name: string): Promise<Report> {
  const { readReport, reportInThisFormat } = await import('./files/report-file.ts');
  return typeof source === 'string' ? readReport(source) : reportInThisFormat(source, name);
}
