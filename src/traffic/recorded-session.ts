import type { Observation, Session } from '../harness/session.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { Undecidable } from '../trace/gap.ts';

/** A session that sends nothing: the recorded reply answers its call. */
export function recordedSession(
  specification: Specification,
  reply: Exchange,
  observe: (observation: Observation) => void,
): Session {
  const session: Session = {
    target: {
      baseUrl: '',
      tokens: new Set(),
      restrictedOperations: undefined,
      cases: { Sale: [], Purchase: [], Remortgage: [], Transfer: [] },
      foreignCases: [],
      clients: [],
      writes: 'none',
    },
    specification,
    sampling: { seed: 0, runs: 1, thorough: false, repeat: 1 },
    mark: '',
    observe,
    send: async ({ operation }) => {
      if (operation === reply.call.operation) return reply;
      throw new Undecidable('no-data', `No answer to ${operation} is recorded beside it.`);
    },
    sendAtOnce: (asked) => Promise.all(asked.map(({ call, credentials }) => session.send(call, credentials))),
    atOnce: () => 'right',
    sendOnce: (call, token) => session.send(call, token),
    sendSinceChange: (call, token) => session.send(call, token),
    // The token is unknown, so no second answer can be compared.
    tryOnce: async () => undefined,
    share: (make) => make(session),
    recordsOfOthers: () => [],
    advisedOf: () => [],
    unusedIdentifier: (label) => label,
  };
  return session;
}
