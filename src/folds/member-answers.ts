import { updateClient } from '../api/calls.ts';
import type { Target } from '../harness/target.ts';
import type { OperationId } from '../specification/description.ts';
import type { Fold } from '../trace/trace.ts';

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

export function foldJudgedAnswers(): Fold<Readonly<Partial<Record<OperationId, number>>>> {
  const counts: Partial<Record<OperationId, number>> = {};
  return {
    add: ({ call: { operation }, credentials }) => {
      // Other callers are refused because of their credentials, which says nothing about the operation.
      if (credentials === 'member') counts[operation] = (counts[operation] ?? 0) + 1;
    },
    value: () => counts,
  };
}

export function foldShownCases(): Fold<readonly unknown[]> {
  const records = new Map<string, unknown>();
  return {
    add: ({ call, credentials, status, body }) => {
      if (call.operation !== 'getCaseData' || credentials !== 'member' || status !== 200) return;
      if (body.kind === 'json') records.set(call.path, body.value);
    },
    value: () => [...records.values()],
  };
}
