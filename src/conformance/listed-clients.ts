import { updateClient } from '../api/calls.ts';
import type { Target } from '../harness/target.ts';
import type { Exchange } from '../trace/exchange.ts';

/** Which of the listed clients a target shows to have. */
interface ListedClients {
  readonly add: (exchange: Exchange) => void;
  /** Those that were answered 404 to the member, and never anything else. */
  readonly absent: () => string[];
}

/** Knows of no client until an exchange is added. */
export function openListedClients({ clients }: Pick<Target, 'clients'>): ListedClients {
  const answered = new Map(clients.map((client) => [updateClient(client, '').path, new Set<number>()]));
  return {
    add: ({ call, credentials, status }) => {
      if (call.operation === 'updateClient' && credentials === 'member') answered.get(call.path)?.add(status);
    },
    absent: () =>
      clients.filter((client) => {
        const statuses = answered.get(updateClient(client, '').path);
        return statuses?.size === 1 && statuses.has(404);
      }),
  };
}
