import { plan } from '../conformance/run.ts';
import { type CheckOptions, check } from '../gate/check.ts';
import { checkSampling } from '../gate/sampling.ts';
import { dealtChecks, selected } from '../gate/selection.ts';
import { gateTarget } from '../gate/target.ts';
import type { Check } from '../harness/check.ts';
import type { Report } from '../report/report.ts';

/** A run whose checks are known before it begins. */
interface PlannedRun {
  readonly checks: readonly Check[];
  /** Runs the checks, as `check` does. */
  run(): Promise<Report>;
}

/**
 * Plans the run that `check` would make with these options.
 * @throws {Failure} as `check` does
 */
export async function plannedRun(options: CheckOptions): Promise<PlannedRun> {
  const { target } = await gateTarget(options);
  const dealt = await dealtChecks(selected(options), target, checkSampling(options));
  return {
    checks: plan(dealt.checks, target),
    run: async () => (await check(options)).report,
  };
}
