import { forgeriesOfFamilies } from '../harness/forgeries.ts';
import { guardedOperations } from '../rules/operations.ts';
import type { OperationId } from '../specification/description.ts';
import type { Exchange } from '../trace/exchange.ts';
import type { Fold } from '../trace/trace.ts';

export type Tried = Readonly<Partial<Record<OperationId, readonly string[]>>>;

const forgeryIds: ReadonlyMap<string, string> = new Map(
  forgeriesOfFamilies.map(({ title, id }) => [title, id]),
);

export const forgeriesInAll = forgeryIds.size;

export function foldForgeriesTried(): Fold<Tried> {
  return foldTried(({ credentials }) => forgeryIds.get(credentials));
}

export function foldSpellingsTried(): Fold<Tried> {
  return foldTried(({ call }) => call.spelling);
}

function foldTried(idOf: (exchange: Exchange) => string | undefined): Fold<Tried> {
  const tried = new Map<OperationId, Set<string>>();
  return {
    add(exchange) {
      const id = idOf(exchange);
      const { operation } = exchange.call;
      if (id !== undefined) tried.set(operation, (tried.get(operation) ?? new Set()).add(id));
    },
    value: () => unitedTried([Object.fromEntries([...tried].map(([name, own]) => [name, [...own]]))]),
  };
}

export function unitedTried(runs: readonly Tried[]): Tried {
  return Object.fromEntries(
    guardedOperations.flatMap((operation) => {
      const ids = new Set(runs.flatMap((run) => run[operation] ?? []));
      return ids.size === 0 ? [] : [[operation, [...ids].sort()]];
    }),
  );
}
