import { forgeryFamilies } from '../harness/forgeries.ts';
import { guardedOperations } from '../rules/operations.ts';
import type { OperationId } from '../specification/description.ts';
import type { Fold } from '../trace/trace.ts';

/** The forged credentials that were sent to each operation that requires a token, by their ids. */
export type ForgeriesTried = Readonly<Partial<Record<OperationId, readonly string[]>>>;

const ids: ReadonlyMap<string, string> = new Map(
  forgeryFamilies.flatMap(({ forgeries }) => forgeries.map(({ title, id }) => [title, id])),
);

/** How many forged credentials a thorough run sends to an operation. */
export const forgeriesInAll = ids.size;

export function foldForgeriesTried(): Fold<ForgeriesTried> {
  const tried = new Map<OperationId, Set<string>>();
  return {
    add({ call: { operation }, credentials }) {
      const id = ids.get(credentials);
      if (id === undefined) return;
      const own = tried.get(operation) ?? new Set();
      tried.set(operation, own.add(id));
    },
    value: () => unitedForgeries([Object.fromEntries([...tried].map(([name, own]) => [name, [...own]]))]),
  };
}

/** Those of several runs; in the order of their table. */
export function unitedForgeries(runs: readonly ForgeriesTried[]): ForgeriesTried {
  return Object.fromEntries(
    guardedOperations.flatMap((operation) => {
      const own = new Set(runs.flatMap((run) => run[operation] ?? []));
      return own.size === 0 ? [] : [[operation, [...ids.values()].filter((id) => own.has(id))]];
    }),
  );
}
