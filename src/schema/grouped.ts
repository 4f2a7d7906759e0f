export function grouped<One>(all: readonly One[], keyOf: (one: One) => string): [One, ...One[]][] {
  return [...Map.groupBy(all, keyOf).values()] as [One, ...One[]][];
}
