/** Groups elements by key, in the order in which the keys first appear. */
export function grouped<One>(all: readonly One[], keyOf: (one: One) => string): [One, ...One[]][] {
  return [...Map.groupBy(all, keyOf).values()] as [One, ...One[]][];
}
