/** Those that are alike, in groups, each of which stands where its first does. */
export function grouped<One>(all: readonly One[], keyOf: (one: One) => string): [One, ...One[]][] {
  // A group has a member that it is of.
  return [...Map.groupBy(all, keyOf).values()] as [One, ...One[]][];
}
