import { checksOf } from '../checks/all.ts';
import type { Check } from '../harness/check.ts';
import { merged } from '../report/merge.ts';
import { printable } from '../report/printable.ts';
import { named } from '../report/quoted.ts';
import type { Report } from '../report/report.ts';
import { bundled } from '../specification/bundled.ts';
import type { Specification } from '../specification/specification.ts';
import { reportFrom } from './compare.ts';
import { Failure } from './failure.ts';

/** A call of `merge`. */
export interface MergeOptions {
  /** What the target was held to; without it, the bundled specification. */
  readonly specification?: Specification | undefined;
  /** The checks that the shards chose from; without it, all of the specification. */
  readonly checks?: readonly Check[] | undefined;
  /** How much of all that case records can show must be seen, in percent. */
  readonly minFieldCoverage?: number | undefined;
  /** How much of what can be decided with these `writes` must be decided, in percent. */
  readonly minDecided?: number | undefined;
}

/**
 * Joins the reports of the shards of one run, and concludes from the whole.
 * @param reports - of every shard, as values or as the files that they stand in
 * @throws {Failure} `REPORTS_DIFFER` when they are not of one run, or when a file cannot be read
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
