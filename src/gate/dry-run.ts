import { callerOf, conformingTransport } from '../conformance/conforming-transport.ts';
import { noJournal } from '../conformance/put-back/journal.ts';
import { run } from '../conformance/run.ts';
import type { TokenName } from '../harness/target.ts';
import { type Delivery, openTransport, type Transport, type WireRequest } from '../http/transport.ts';
import { assertBudget, type DiscoveryOptions, targetOfRun } from './discovery.ts';
import type { RunHooks } from './run-hooks.ts';
import { checksToRun, type SamplingOptions, type Selection, samplingOf } from './selection.ts';
import type { GateTarget } from './target.ts';

/**
 * Reports each request that a run would send to a conforming deployment. Only the requests that discover cases are
 * sent. A real run sends fewer if clients have fewer fields, and more if the target throttles or deviates at random.
 * @param onRequest - called with each request, and the name of its token if the token is valid
 * @throws {Failure} if nothing is selected
 */
export async function simulateCheck(
  gateTarget: GateTarget,
  options: SamplingOptions & Selection & DiscoveryOptions & RunHooks,
  onRequest: (request: WireRequest, caller: TokenName | undefined) => void,
): Promise<{ readonly seed: number; readonly sent: number }> {
  const { specification, tokens, transport: limits } = gateTarget;
  const sampling = samplingOf(options);
  assertBudget(options);
  let sent = 0;
  const wire = openTransport(limits);
  const answers = new Map<string, Delivery>();
  let send: Transport['send'] = async (request) => {
    sent += 1;
    onRequest(request, callerOf(request));
    const answer = await wire.send(request);
    answers.set(nameOf(request), answer);
    return answer;
  };
  const transport: Transport = { send: (request) => send(request), close: wire.close };
  try {
    const { target, found } = await targetOfRun(gateTarget, options, transport, options);
    const conforming = conformingTransport(specification, target, onRequest);
    // From here on, nothing is sent. A request that discovery already sent gets the same answer again.
    send = async (request) => {
      const answer = answers.get(nameOf(request));
      if (answer === undefined) return conforming.send(request);
      onRequest(request, callerOf(request));
      return answer;
    };
    const { checks } = checksToRun({ ...options, specification })(target);
    await run({
      ...{ specification, target, tokens, transport, discovered: found, ...sampling },
      checks,
      journal: noJournal,
      // Requests are made one at a time, so their order is deterministic.
      concurrency: 1,
    });
    return { seed: sampling.seed, sent };
  } finally {
    await wire.close();
  }
}

function nameOf({ method, path, headers }: WireRequest): string {
  return JSON.stringify([method, path, headers]);
}
