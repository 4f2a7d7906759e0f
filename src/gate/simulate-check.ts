import { noJournal } from '../conformance/put-back/journal.ts';
import { run } from '../conformance/run.ts';
import type { TokenName } from '../harness/target.ts';
import type { WireRequest } from '../http/transport.ts';
import { checkSampling } from './check-sampling.ts';
import { dealtChecks } from './dealt-checks.ts';
import { type DiscoveryOptions, discoveredFor, discoveredTarget, plannedDiscovery } from './discovery.ts';
import type { GateTarget } from './gate-target.ts';
import type { SamplingOptions } from './performed-run.ts';
import type { RunHooks } from './run-hooks.ts';
import { type Selection, selected } from './selection.ts';
import { openSimulated } from './simulated-transport.ts';

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
  options: SamplingOptions & Selection & DiscoveryOptions & RunHooks,
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
    const { checks } = await dealtChecks(selected({ ...options, specification }), target, sampling);
    await run({
      ...{ specification, target, tokens, transport: way.transport, discovered: found, ...sampling },
      checks,
      journal: noJournal,
      // One at a time, so that the order is the same each time.
      concurrency: 1,
    });
    return { seed: sampling.seed, sent };
  } finally {
    await way.transport.close();
  }
}
