import { type Comparison, compareReports } from '../report/comparison.ts';
import type { Report } from '../report/report.ts';

/**
 * Compares two reports: new deviations, fixed ones and other changes.
 * @param before - a report, or the path of its file
 * @param after - likewise
 * @throws {Failure} if a file cannot be read or does not contain a report
 */
export async function compare(before: Report | string, after: Report | string): Promise<Comparison> {
  const [earlier, later] = await Promise.all([reportFrom(before), reportFrom(after)]);
  return compareReports(earlier, later);
}

/**
 * A report that is given as a value or as a file.
 * @throws {Failure} as `compare` does
 */
export async function reportFrom(source: Report | string): Promise<Report> {
  if (typeof source !== 'string') return source;
  const { readReport } = await import('./files/json-file.ts');
  return readReport(source);
}
