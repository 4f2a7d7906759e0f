import { operations } from '../rules/operations.ts';
import type { OperationId } from '../specification/description.ts';

/** How likely a run was to meet a fault that an operation shows now and then. */
export interface Chance {
  readonly operation: OperationId;
  /** How many answers of the operation were judged. */
  readonly judged: number;
  /** How likely one of them would have shown a fault of one answer in ten, and of one in a hundred. */
  readonly oneIn10: number;
  readonly oneIn100: number;
}

/** The chances of a run that judged so many answers of each operation. */
export function chancesOf(judged: Readonly<Partial<Record<OperationId, number>>>): Chance[] {
  return (Object.keys(operations) as OperationId[]).flatMap((operation) => {
    const count = judged[operation];
    if (count === undefined) return [];
    return [{ operation, judged: count, oneIn10: chanceOf(10, count), oneIn100: chanceOf(100, count) }];
  });
}

/** How likely one of so many answers shows what one in `rarity` shows, rounded down to a thousandth. */
function chanceOf(rarity: number, count: number): number {
  // Nothing is certain, and what is written 0.1 in binary is a little more or less.
  return Math.min(0.999, Math.floor((1 - (1 - 1 / rarity) ** count) * 1000 + 1e-9) / 1000);
}

/** The chances of all these runs together; undefined where none of them has any. */
export function chancesInAll(runs: readonly (readonly Chance[] | undefined)[]): Chance[] | undefined {
  const all = runs.flatMap((chances) => chances ?? []);
  if (all.length === 0) return undefined;
  const sums = [...Map.groupBy(all, ({ operation }) => operation)].map(
    ([operation, some]) => [operation, some.reduce((sum, { judged }) => sum + judged, 0)] as const,
  );
  return chancesOf(Object.fromEntries(sums));
}

/** The chance of a fault of one answer in ten in words: of the operation that was tried least, and of that tried most. */
export function chanceInWords(chances: readonly Chance[]): string {
  const sorted = chances.toSorted((one, other) => one.oneIn10 - other.oneIn10);
  const [least, most] = [sorted.at(0), sorted.at(-1)].map(
    (one) => one && { ...one, percent: percentOf(one) },
  );
  const told =
    least?.percent === most?.percent
      ? `${least?.percent} %${sorted.length === 1 ? ` (${least?.operation})` : ''}`
      : `${least?.percent} % (${least?.operation}) to ${most?.percent} % (${most?.operation})`;
  return `The chance that a fault in 1 of 10 answers was seen: ${told}.`;
}

function percentOf({ oneIn10 }: Chance): number {
  return Math.floor(oneIn10 * 100 + 1e-9);
}
