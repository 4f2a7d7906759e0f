/**
 * A multiple of the lengths of the tables that take turns by the seed itself: seeds that differ by it choose the same.
 */
export const seedsAround = 840;

/**
 * The rows of a table that a run tries, if it cannot try all: the next ones with each turn, so consecutive turns go
 * through the whole table.
 */
export function inTurn<Row>(rows: readonly Row[], count: number, turn: number): readonly Row[] {
  const first = (turn % rows.length) * count;
  return Array.from(
    { length: Math.min(count, rows.length) },
    (_, place) => rows[(first + place) % rows.length] as Row,
  );
}

/** The turn of a run. Runs without a seed of their own all have the first one. */
export function turnOf({ seed }: { readonly seed: number }): number {
  return seed % seedsAround;
}
