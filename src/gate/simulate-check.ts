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

export interface Simulated {
  readonly seed: number;
  /** The number of requests that were really sent, in order to discover cases. */
  readonly sent: number;
}

/**
 * Reports each request that a run would send to a conforming deployment. Only requests that discover cases are really
 * sent. The number may differ in a real run: fewer requests if a deployment shows less of its clients, more if
 * something deviates at random or is throttled.
 * @param onRequest - called with each request, and the name of its token if it has a valid one
 * @throws {Failure} if nothing is selected
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
      // One at a time, so the order is deterministic.
      concurrency: 1,
    });
    return { seed: sampling.seed, sent };
  } finally {
    await way.transport.close();
  }
}
