import type { Evidence } from '../trace/evidence.ts';
import type { Exchange } from '../trace/exchange.ts';
import type { Fold } from '../trace/trace.ts';

/** Exchanges as a report may show them, by their numbers. Results name the numbers. */
export type ShownExchanges = ReadonlyMap<number, Evidence>;

/** @param earlier - exchanges that were sent before those of the fold, such as those of a sweep */
export function foldShownExchanges(
  shown: (exchange: Exchange) => Evidence,
  earlier: ShownExchanges = new Map(),
): Fold<ShownExchanges> {
  const exchanges = new Map(earlier);
  return {
    add: (exchange) => void exchanges.set(exchange.number, shown(exchange)),
    value: () => exchanges,
  };
}
