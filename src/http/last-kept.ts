/** The cache limits. The last value is kept regardless of its weight. */
export interface Room {
  readonly count: number;
  readonly weight: number;
}

export type LastKept<Value> = (key: string, weight: number, make: () => Value) => Value;

/** Opens an LRU cache. */
export function openLastKept<Value>(room: Room): LastKept<Value> {
  const kept = new Map<string, { readonly value: Value; readonly weight: number }>();
  let sum = 0;
  return (key, weight, make) => {
    const known = kept.get(key);
    const entry = known ?? { value: make(), weight };
    // Insert it again, as the most recent one.
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
