import { callerOf, conformingTransport } from '../conformance/conforming-transport.ts';
import type { Target, TokenName } from '../harness/target.ts';
import { type Delivery, openTransport, type Transport, type WireRequest } from '../http/transport.ts';
import type { GateTarget } from './gate-target.ts';

/** A transport that sends requests until it is switched to simulation. */
interface Simulated {
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
export function openSimulated(
  { specification, tokens, transport: limits }: GateTarget,
  onRequest: (request: WireRequest, caller: TokenName | undefined) => void,
): Simulated {
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

/** The key by which requests are equal. */
function nameOf({ method, path, headers }: WireRequest): string {
  return JSON.stringify([method, path, headers]);
}
