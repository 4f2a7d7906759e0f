export function grouped<One>(all: readonly One[], keyOf: (one: One) => string): [One, ...One[]][] {
  return [...Map.groupBy(all, keyOf).values()] as [One, ...One[]][];
}

/** The first value for each key. */
export function distinct<One>(all: readonly One[], keyOf: (one: One) => string): One[] {
  return grouped(all, keyOf).map(([first]) => first);
}
