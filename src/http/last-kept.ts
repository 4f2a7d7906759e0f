/** What is kept: so many values, of so much weight in all; and the last one, whatever its weight. */
export interface Room {
  readonly count: number;
  readonly weight: number;
}

/** The value of a key: that of before, where it is still kept; else what is made of it. */
export type LastKept<Value> = (key: string, weight: number, make: () => Value) => Value;

/** Opens what keeps the values that were asked for last. */
export function openLastKept<Value>(room: Room): LastKept<Value> {
  const kept = new Map<string, { readonly value: Value; readonly weight: number }>();
  let sum = 0;
  return (key, weight, make) => {
    const known = kept.get(key);
    const entry = known ?? { value: make(), weight };
    // The last to be forgotten.
    if (known !== undefined) kept.delete(key);
    else sum += weight;
    kept.set(key, entry);
    for (const [oldest, { weight: freed }] of kept) {
      if (kept.size === 1 || (kept.size <= room.count && sum <= room.weight)) break;
      kept.delete(oldest);
      sum -= freed;
    }
    return entry.value;
  };
}
