import { callerOf, conformingTransport } from '../conformance/conforming-transport.ts';
import { noJournal } from '../conformance/put-back/journal.ts';
import { run } from '../conformance/run.ts';
import type { Target, TokenName } from '../harness/target.ts';
import { type Delivery, openTransport, type Transport, type WireRequest } from '../http/transport.ts';
import { assertBudget, type DiscoveryOptions, targetOfRun } from './discovery.ts';
import type { RunHooks } from './run-hooks.ts';
import { checkSampling, checksToRun, type SamplingOptions, type Selection, selected } from './selection.ts';
import type { GateTarget } from './target.ts';

interface Simulated {
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
  assertBudget(options);
  const way = openSimulated(gateTarget, onRequest);
  try {
    const { target, found } = await targetOfRun(gateTarget, options, way.transport, options);
    const sent = way.simulate(target);
    const { checks } = await checksToRun(selected({ ...options, specification }), target, sampling);
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

/** A transport that sends requests until it is switched to simulation. */
interface SimulatedTransport {
  readonly transport: Transport;
  /**
   * Stops sending. From now on, requests that were sent before get the same answer again, and all others the answer
   * of a conforming target.
   * @returns the number of requests that were sent
   */
  simulate(target: Target): number;
}

/**
 * Opens the transport. It does not connect before the first request.
 * @param onRequest - called with each request, and the name of its token if it has a valid one
 */
function openSimulated(
  { specification, tokens, transport: limits }: GateTarget,
  onRequest: (request: WireRequest, caller: TokenName | undefined) => void,
): SimulatedTransport {
  let sent = 0;
  const sending = openTransport(limits);
  const answers = new Map<string, Delivery>();
  let current: Pick<Transport, 'send'> = {
    send: async (request) => {
      sent += 1;
      onRequest(request, callerOf(request, tokens));
      const answer = await sending.send(request);
      answers.set(nameOf(request), answer);
      return answer;
    },
  };
  return {
    transport: { send: (request) => current.send(request), close: sending.close },
    simulate: (target) => {
      const conforming = conformingTransport(specification, target, tokens, onRequest);
      current = {
        send: async (request) => {
          const answer = answers.get(nameOf(request));
          if (answer === undefined) return conforming.send(request);
          onRequest(request, callerOf(request, tokens));
          return answer;
        },
      };
      return sent;
    },
  };
}

function nameOf({ method, path, headers }: WireRequest): string {
  return JSON.stringify([method, path, headers]);
}
