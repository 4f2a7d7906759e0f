import { judged } from '../acceptance/acceptance.ts';
import { isConclusive } from '../acceptance/conclusion.ts';
import type { Lock } from '../acceptance/lock.ts';
import { applicableChecks } from '../conformance/run.ts';
import type { Check } from '../harness/check.ts';
import { withoutSecrets } from '../http/masking.ts';
import { baselineOf } from '../report/baseline.ts';
import type { RunCircumstances } from '../report/report.ts';
import { assertBudget, type DiscoveryOptions } from './discovery.ts';
import { withDrift } from './drift/served-drift.ts';
import type { KeptFieldCoverage } from './files/form-files.ts';
import {
  type DeadlineOptions,
  type Outcome,
  outcomeOf,
  type PerformedRun,
  performRun,
} from './performed-run.ts';
import type { AcceptanceOptions, ReadAcceptance } from './read-acceptance.ts';
import type { Recording } from './recording.ts';
import type { RunHooks } from './run-hooks.ts';
import { checksToRun, onlyInWords, type SamplingOptions, type Selection, samplingOf } from './selection.ts';
import type { GateTarget, TargetOptions } from './target.ts';

export interface CheckOptions
  extends TargetOptions,
    Selection,
    AcceptanceOptions,
    SamplingOptions,
    DeadlineOptions,
    DiscoveryOptions,
    RunHooks {
  /**
   * The file to record the run in: a HAR without tokens and cookie values, which `checkHar` can judge again. It
   * contains personal data.
   */
  readonly record?: string | undefined;
}

export interface CheckOutcome extends Outcome {
  /** The lock to write; undefined unless the call asked for a lock and the run has a conclusion. */
  readonly lock: Lock | undefined;
  /** The field coverage of this run and the earlier runs. Undefined if the run has no conclusion. */
  readonly fieldCoverage: KeptFieldCoverage | undefined;
}

/**
 * Tests a target against the interface.
 * @throws {Failure} if the call or its configuration is wrong; deviations of the target are in the report
 */
export async function check(options: CheckOptions): Promise<CheckOutcome> {
  // Imported late: reading files needs a schema compiler, which takes time to load.
  const { gateTarget } = await import('./target.ts');
  const run = await preparedCheck(await gateTarget(options), options);
  return run(options);
}

export async function plannedChecks(options: CheckOptions): Promise<readonly Check[]> {
  const { gateTarget } = await import('./target.ts');
  const { target } = await gateTarget(options);
  const { checks } = checksToRun(options)(target);
  return applicableChecks(checks, target);
}

/**
 * Reads the files that the call names. Nothing is sent before the returned function is called, which runs the checks.
 */
export async function preparedCheck(
  target: GateTarget,
  options: CheckOptions,
  recording?: Recording,
): Promise<(hooks: RunHooks) => Promise<CheckOutcome>> {
  const { readAcceptance } = await import('./read-acceptance.ts');
  const { specification } = target;
  const { only, shard, failOn = [] } = options;
  assertBudget(options);
  const { deadlineSeconds = target.deadlineSeconds } = options;
  const sampling = samplingOf(options);
  const select = checksToRun({ ...options, specification });
  const accepted = await readAcceptance({ ...options, specification }, target.name);
  return async (hooks) => {
    const performed = await performRun(
      {
        ...{ target, sampling, discovery: options, select, deadlineSeconds },
        ...{ record: options.record, recording },
      },
      hooks,
    );
    const { drift, run: result } = await withDrift(performed.result, specification);
    return checkOutcome({ ...performed, result }, target, accepted, {
      ...{ shard, drift, only: onlyInWords(only) },
      failOn: failOn.length === 0 ? undefined : failOn,
    });
  };
}

/** The outcome of a run. It has a lock and field coverage to write only if the run has a conclusion. */
export function checkOutcome(
  { result: seen, circumstances }: PerformedRun,
  target: Pick<GateTarget, 'name' | 'secrets'>,
  { acceptance, baseline }: ReadAcceptance,
  said: Partial<RunCircumstances>,
): CheckOutcome {
  const { run: result, lock, objections, changes } = judged(seen, acceptance, said.drift);
  const { results, fieldCoverage } = result;
  const outcome = outcomeOf({ circumstances, result }, target, {
    ...said,
    ...{ objections, changes, suiteChecks: acceptance.suite.checks },
    baseline: baseline && baselineOf(baseline, { ...circumstances, results }),
  });
  const isKept = isConclusive(outcome.report.conclusion);
  return {
    ...outcome,
    lock: isKept && lock !== undefined ? withoutSecrets(lock, target.secrets) : undefined,
    fieldCoverage: isKept ? { formatVersion: '1.0', ...fieldCoverage } : undefined,
  };
}
