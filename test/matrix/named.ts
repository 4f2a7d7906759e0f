/** With their names, for `test.each`. */
export function named<One extends { readonly id: string }>(some: readonly One[]): (readonly [string, One])[] {
  return some.map((one) => [one.id, one] as const);
}
