import { updateClient } from '../api/calls.ts';
import type { Target } from '../harness/target.ts';
import type { Fold } from '../trace/trace.ts';

/** The listed clients that were answered 404 to the member, and never anything else. */
export function foldAbsentClients({ clients }: Pick<Target, 'clients'>): Fold<string[]> {
  const answered = new Map(clients.map((client) => [updateClient(client, '').path, new Set<number>()]));
  return {
    add: ({ call, credentials, status }) => {
      if (call.operation === 'updateClient' && credentials === 'member') answered.get(call.path)?.add(status);
    },
    value: () =>
      clients.filter((client) => {
        const statuses = answered.get(updateClient(client, '').path);
        return statuses?.size === 1 && statuses.has(404);
      }),
  };
}
