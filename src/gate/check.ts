import { judged } from '../acceptance/acceptance.ts';
import { isConclusive } from '../acceptance/conclusion.ts';
import type { Lock } from '../acceptance/lock.ts';
import { noJournal } from '../conformance/put-back/journal.ts';
import { run } from '../conformance/run.ts';
import type { Sampling } from '../harness/session.ts';
import type { TokenName } from '../harness/target.ts';
import type { WireRequest } from '../http/transport.ts';
import { baselineOf } from '../regression/reports/baseline.ts';
import { reportFrom } from './compare.ts';
import type { DeadlineOptions } from './deadline.ts';
import { defaultRuns } from './defaults.ts';
import { type DiscoveryOptions, discoveredFor, discoveredTarget, plannedDiscovery } from './discovery.ts';
import { withDrift } from './drift/served-drift.ts';
import type { KeptFieldCoverage } from './files/kept-files.ts';
import type { GateTarget, TargetOptions } from './gate-target.ts';
import {
  type Outcome,
  outcomeOf,
  performRun,
  type SamplingOptions,
  samplingOf,
  withoutSecrets,
} from './performed-run.ts';
import type { AcceptanceOptions } from './read-acceptance.ts';
import type { RunHooks } from './run-hooks.ts';
import { onlyInWords, type Selection, selectedChecks } from './selection.ts';
import { openSimulated } from './simulated-transport.ts';

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
  const select = (of: GateTarget['target']) => selectedChecks({ ...options, specification }, of);
  select(target.target);
  const baseline =
    options.baseline === undefined ? undefined : await reportFrom(options.baseline, 'The baseline');
  const acceptance = await readAcceptance({ ...options, specification }, target.name, baseline);
  return async (hooks) => {
    const expected = async (of: GateTarget['target']): Promise<number> => {
      let requests = 0;
      await simulateCheck({ ...target, target: of }, { ...options, seed: sampling.seed }, () => {
        requests += 1;
      });
      return requests;
    };
    const performed = await performRun(
      { target, sampling, discovery, select, deadlineSeconds, expected },
      hooks,
    );
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

/** What a run of that seed would send. */
export interface Simulated {
  readonly seed: number;
  /** How many of the requests were sent, since only their answers show which cases there are. */
  readonly sent: number;
}

/**
 * Tells each request that a run would send to a deployment that conforms, and sends none but those that find cases, where cases
 * are to be found. A deployment that shows less of its clients is sent fewer; where something deviates at random, or is
 * throttled, a run sends more.
 * @param onRequest - told of each, with the token that it bears, if it bears a valid one
 * @throws {Failure} when nothing is selected
 */
export async function simulateCheck(
  gateTarget: GateTarget,
  options: CheckOptions,
  onRequest: (request: WireRequest, caller: TokenName | undefined) => void,
): Promise<Simulated> {
  const { specification, tokens } = gateTarget;
  const sampling = checkSampling(options);
  const discovery = plannedDiscovery(options);
  const way = openSimulated(gateTarget, onRequest);
  try {
    const found =
      discovery === undefined
        ? undefined
        : await discoveredFor(gateTarget, discovery, way.transport, options);
    const target = found === undefined ? gateTarget.target : discoveredTarget(gateTarget.target, found);
    const sent = way.simulate(target);
    await run({
      ...{ specification, target, tokens, transport: way.transport, discovered: found, ...sampling },
      checks: selectedChecks({ ...options, specification }, target),
      journal: noJournal,
      // One at a time, so that the order is the same each time.
      concurrency: 1,
    });
    return { seed: sampling.seed, sent };
  } finally {
    await way.transport.close();
  }
}

/** Shards that are told no seed take the same one, without which their reports do not join. */
function checkSampling({ seed, shard, runs = defaultRuns, ...further }: CheckOptions): Sampling {
  return samplingOf({ ...further, seed: shard === undefined ? seed : (seed ?? 0) }, runs);
}
