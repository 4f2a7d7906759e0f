import type { Exchange } from './exchange.ts';

export interface Fold<Value> {
  add(exchange: Exchange): void;
  value(): Value;
}

/** Passes the exchanges of a run to its folds: each once, in the order in which checks look at them. Keeps none. */
export function appendingTo(folds: readonly Fold<unknown>[]): Fold<unknown>['add'] {
  const seen = new Set<number>();
  return (exchange) => {
    if (seen.has(exchange.number)) return;
    seen.add(exchange.number);
    for (const fold of folds) fold.add(exchange);
  };
}
