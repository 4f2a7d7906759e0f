import { judged } from '../acceptance/acceptance.ts';
import { isConclusive } from '../acceptance/conclusion.ts';
import type { Lock } from '../acceptance/lock.ts';
import { baselineOf } from '../regression/reports/baseline.ts';
import { checkSampling } from './check-sampling.ts';
import { reportFrom } from './compare.ts';
import type { DeadlineOptions } from './deadline.ts';
import { dealtChecks } from './dealt-checks.ts';
import { type DiscoveryOptions, plannedDiscovery } from './discovery.ts';
import { withDrift } from './drift/served-drift.ts';
import type { KeptFieldCoverage } from './files/kept-files.ts';
import type { GateTarget, TargetOptions } from './gate-target.ts';
import {
  type Outcome,
  outcomeOf,
  performRun,
  type SamplingOptions,
  withoutSecrets,
} from './performed-run.ts';
import type { AcceptanceOptions } from './read-acceptance.ts';
import type { RunHooks } from './run-hooks.ts';
import { onlyInWords, type Selection, selected } from './selection.ts';

/** A call of `check`. */
export interface CheckOptions
  extends TargetOptions,
    Selection,
    AcceptanceOptions,
    SamplingOptions,
    DeadlineOptions,
    DiscoveryOptions,
    RunHooks {}

/** What `check` came to. */
export interface CheckOutcome extends Outcome {
  /** The lock that accepts what was observed, where one is to be made and anything can be concluded. */
  readonly lock: Lock | undefined;
  /** What case records showed up to now, where anything can be concluded. */
  readonly fieldCoverage: KeptFieldCoverage | undefined;
}

/**
 * Tests a target against the interface.
 * @throws {Failure} when the call or its configuration is wrong; whatever the target does is in the report
 */
export async function check(options: CheckOptions): Promise<CheckOutcome> {
  // What reads files brings a compiler of schemas with it: it is loaded only here.
  const { gateTarget } = await import('./gate-target.ts');
  const run = await preparedCheck(await gateTarget(options), options);
  return run(options);
}

/**
 * Reads what the call accepts, and selects its checks.
 * @returns what runs them, and judges the run by what is accepted; nothing is sent until then
 * @throws {Failure} when the call is wrong
 */
export async function preparedCheck(
  target: GateTarget,
  options: CheckOptions,
): Promise<(hooks: RunHooks) => Promise<CheckOutcome>> {
  const { readAcceptance } = await import('./read-acceptance.ts');
  const { specification } = target;
  const { only, shard, failOn = [] } = options;
  const discovery = plannedDiscovery(options);
  const { deadlineSeconds = target.deadlineSeconds } = options;
  const sampling = checkSampling(options);
  const selection = selected({ ...options, specification });
  const select = (of: GateTarget['target']) => dealtChecks(selection, of, sampling);
  const baseline = options.baseline === undefined ? undefined : await reportFrom(options.baseline);
  const acceptance = await readAcceptance({ ...options, specification }, target.name, baseline);
  return async (hooks) => {
    const performed = await performRun({ target, sampling, discovery, select, deadlineSeconds }, hooks);
    const { drift, run: seen } = await withDrift(performed.result, specification);
    const { run: result, lock, objections, changes } = judged(seen, acceptance, drift);
    const outcome = outcomeOf({ ...performed, result }, target, {
      ...{ shard, objections, changes, drift, suiteChecks: acceptance.suite.checks },
      only: onlyInWords(only),
      failOn: failOn.length === 0 ? undefined : failOn,
      baseline:
        baseline === undefined ? undefined : baselineOf(baseline, { ...sampling, results: result.results }),
    });
    const isKept = isConclusive(outcome.report.conclusion);
    return {
      ...outcome,
      lock: isKept && lock !== undefined ? withoutSecrets(lock, target.secrets) : undefined,
      fieldCoverage: isKept ? { formatVersion: '1.0', ...result.fieldCoverage } : undefined,
    };
  };
}
