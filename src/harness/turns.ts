/**
 * A multiple of the length of every table that rotates with the seed: seeds that differ by a multiple of it choose
 * the same rows.
 */
export const seedPeriod = 2520;

/** How much of its tables a run tries: all rows, or those of its seed. */
export type Extent = { readonly thorough: boolean; readonly seed: number };

/**
 * The rows of a table that a run tries if it cannot try all. Each turn takes the next rows, so consecutive
 * turns go through the whole table.
 */
export function rowsOfTurn<Row>(rows: readonly Row[], count: number, turn: number): readonly Row[] {
  const first = (turn % rows.length) * count;
  return Array.from(
    { length: Math.min(count, rows.length) },
    (_, place) => rows[(first + place) % rows.length] as Row,
  );
}

export function turnOf({ seed }: { readonly seed: number }): number {
  return seed % seedPeriod;
}
