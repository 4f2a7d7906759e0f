import { callerOf, conformingTransport } from '../conformance/conforming-transport.ts';
import type { Target, TokenName } from '../harness/target.ts';
import { type Delivery, openTransport, type Transport, type WireRequest } from '../http/transport.ts';
import type { GateTarget } from './gate-target.ts';

/** A transport that sends until it simulates. */
interface Simulated {
  readonly transport: Transport;
  /**
   * From now on, nothing is sent: what was asked before is answered as it was then, and anything else as such a target would
   * that conforms.
   * @returns how many requests were sent until then
   */
  simulate(target: Target): number;
}

/**
 * Opens it. It connects to nothing before something is sent.
 * @param onRequest - told of each request, with the token that it bears, if it bears a valid one
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

/** By it, a request is the same as another. */
function nameOf({ method, path, headers }: WireRequest): string {
  return JSON.stringify([method, path, headers]);
}
