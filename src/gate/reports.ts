import { checksOf } from '../checks/all.ts';
import { type Comparison, compareReports } from '../report/comparison.ts';
import { merged } from '../report/merge.ts';
import { printable } from '../report/printable.ts';
import { named } from '../report/quoted.ts';
import type { Report } from '../report/report.ts';
import { bundled } from '../specification/bundled.ts';
import { Failure } from './failure.ts';
import type { AcceptanceOptions } from './read-acceptance.ts';
import type { Selection } from './selection.ts';

/** `checks` are all checks, which the shards divided among them. */
export type MergeOptions = Pick<Selection, 'specification' | 'checks'> &
  Pick<AcceptanceOptions, 'minFieldCoverage' | 'minDecided'>;

/**
 * Merges the reports of the shards of one run, and draws the conclusion for the whole.
 * @param reports - those of every shard, as values or as paths of files
 * @throws {Failure} `REPORTS_DIFFER` if the reports are not of one run; with another code if a file cannot be read
 */
export async function merge(
  reports: readonly (Report | string)[],
  {
    specification = bundled,
    checks = checksOf(specification),
    minFieldCoverage = 0,
    minDecided = 0,
  }: MergeOptions = {},
): Promise<Report> {
  const shards = await Promise.all(
    reports.map(async (source, index) => {
      const name = typeof source === 'string' ? named(source) : `Report ${index + 1}`;
      return { name, report: await reportFrom(source) };
    }),
  );
  const outcome = merged(specification, shards, checks, { minFieldCoverage, minDecided });
  if (outcome.kind === 'merged') return outcome.report;
  throw new Failure('REPORTS_DIFFER', printable(outcome.message));
}

/**
 * Compares two reports: new deviations, fixed ones and other changes.
 * @param before - a report, or the path of its file
 * @param after - a report, or the path of its file
 * @throws {Failure} if a file cannot be read or does not contain a report
 */
export async function compare(before: Report | string, after: Report | string): Promise<Comparison> {
  const [earlier, later] = await Promise.all([reportFrom(before), reportFrom(after)]);
  return compareReports(earlier, later);
}

export async function reportFrom(source: Report | string): Promise<Report> {
  if (typeof source !== 'string') return source;
  const { readForm } = await import('./files/form-files.ts');
  return readForm(source, 'report');
}
