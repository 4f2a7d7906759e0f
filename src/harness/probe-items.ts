import { type Undecidable, undecidableIn } from '../trace/gap.ts';

export interface ProbeItems<Item> {
  readonly items: readonly Item[];
  readonly gap?: Undecidable;
}

export async function collectItems<Item>(probe: AsyncIterable<Item>): Promise<ProbeItems<Item>> {
  const items: Item[] = [];
  try {
    for await (const item of probe) items.push(item);
  } catch (error) {
    return { items, gap: undecidableIn(error) };
  }
  return { items };
}

/** Few, since each concurrent call holds an answer, which may be large. */
const defaultConcurrency = 4;

/**
 * Calls `ask` for each item and yields the results in the order of the items. Several calls run concurrently,
 * so the duration depends on the rate limit, not on latency. A failed item does not stop the others.
 * @param concurrency - the maximum number of concurrent calls
 * @throws {Undecidable} the error of the first failed item, after all results
 * @throws {Error} for a bug of the suite, after all running calls have ended
 */
export async function* mapConcurrently<One, Value>(
  all: readonly One[],
  ask: (one: One) => Promise<Value>,
  concurrency = defaultConcurrency,
): AsyncIterable<Value> {
  const asked: Promise<PromiseSettledResult<Value>>[] = [];
  let gap: Undecidable | undefined;
  try {
    for (let place = 0; place < all.length; place += 1) {
      for (const one of all.slice(asked.length, place + concurrency))
        asked.push(Promise.allSettled([ask(one)]).then(([outcome]) => outcome));
      const outcome = (await asked[place]) as PromiseSettledResult<Value>;
      if (outcome.status === 'fulfilled') yield outcome.value;
      else gap ??= undecidableIn(outcome.reason);
    }
  } finally {
    await Promise.all(asked);
  }
  if (gap !== undefined) throw gap;
}

export async function* flatMapConcurrently<One, Value>(
  all: readonly One[],
  ask: (one: One) => AsyncIterable<Value>,
  concurrency?: number,
): AsyncIterable<Value> {
  let first: Undecidable | undefined;
  for await (const { items, gap } of mapConcurrently(all, (one) => collectItems(ask(one)), concurrency)) {
    yield* items;
    first ??= gap;
  }
  if (first !== undefined) throw first;
}
