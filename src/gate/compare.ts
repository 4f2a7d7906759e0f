import { type Comparison, compareReports } from '../regression/reports/comparison.ts';
import type { Report } from '../report/report.ts';

/**
 * Compares two reports: what deviates now and did not, what is fixed, and what else changed.
 * @param before - as a value, or as the file that it stands in
 * @param after - likewise
 * @throws {Failure} when a file cannot be read or holds no report
 */
export async function compare(before: Report | string, after: Report | string): Promise<Comparison> {
  const [earlier, later] = await Promise.all([reportFrom(before), reportFrom(after)]);
  return compareReports(earlier, later);
}

/**
 * The report, as a value or in a file.
 * @throws {Failure} as `compare` does
 */
export async function reportFrom(source: Report | string): Promise<Report> {
  if (typeof source !== 'string') return source;
  const { readReport } = await import('./files/report-file.ts');
  return readReport(source);
}
