import { sentBy } from './judged.ts';

/** The maximum number of concurrent requests. Each holds an answer, which may be large. */
const most = 4;

/**
 * Calls `ask` for each item, and yields the results in the order of the items. A few calls run concurrently, so the
 * rate limit bounds a run and not the latency of single answers.
 * @throws the error of the first item that fails, once no call is under way any more
 */
export async function* ofEach<One, Value>(
  all: readonly One[],
  ask: (one: One, place: number) => Promise<Value>,
): AsyncIterable<Value> {
  const asked: Promise<PromiseSettledResult<Value>>[] = [];
  const askNext = (): void => {
    const place = asked.length;
    if (place >= all.length) return;
    asked.push(Promise.allSettled([ask(all[place] as One, place)]).then(([outcome]) => outcome));
  };
  try {
    for (let place = 0; place < all.length; place += 1) {
      while (asked.length < place + most && asked.length < all.length) askNext();
      const outcome = (await asked[place]) as PromiseSettledResult<Value>;
      if (outcome.status === 'rejected') throw outcome.reason;
      yield outcome.value;
    }
  } finally {
    await Promise.all(asked);
  }
}

/**
 * As `ofEach`, where each item yields several values.
 * @throws {Undecidable} of the first item that could not go on, after the values that came before it
 */
export async function* severalOfEach<One, Value>(
  all: readonly One[],
  ask: (one: One) => AsyncIterable<Value>,
): AsyncIterable<Value> {
  for await (const { items, gap } of ofEach(all, (one) => sentBy(ask(one)))) {
    yield* items;
    if (gap !== undefined) throw gap;
  }
}
