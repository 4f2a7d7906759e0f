import { checksOf } from '../checks/all.ts';
import type { Check } from '../harness/check.ts';
import { type Comparison, compareReports } from '../report/comparison.ts';
import { merged } from '../report/merge.ts';
import { printable } from '../report/printable.ts';
import { named } from '../report/quoted.ts';
import type { Report } from '../report/report.ts';
import { bundled } from '../specification/bundled.ts';
import type { Specification } from '../specification/specification.ts';
import { Failure } from './failure.ts';

export interface MergeOptions {
  /** The specification that the target was tested against; by default the bundled one. */
  readonly specification?: Specification | undefined;
  /** All checks that the shards selected from; by default those of the specification. */
  readonly checks?: readonly Check[] | undefined;
  /** The minimum percentage of everything that case records can show that must be seen. */
  readonly minFieldCoverage?: number | undefined;
  /** The minimum percentage of the requirements decidable with these `writes` that must be decided. */
  readonly minDecided?: number | undefined;
}

/**
 * Joins the reports of the shards of one run, and draws the conclusion for the whole.
 * @param reports - of every shard, as values or as files
 * @throws {Failure} `REPORTS_DIFFER` if they do not belong to one run, or if a file cannot be read
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
  const { readForm } = await import('./files/form-files.ts');
  return readForm(source, 'report');
}
