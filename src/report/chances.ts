import { operations } from '../rules/operations.ts';
import type { OperationId } from '../specification/description.ts';

/** The probability that a run notices a fault of an operation that occurs in only some of its answers. */
export interface Chance {
  readonly operation: OperationId;
  /** The number of answers of the operation that checks looked at. */
  readonly judged: number;
  /** The probability that at least one of these answers shows a fault that occurs in 1 of 10 (or 100) answers. */
  readonly oneIn10: number;
  readonly oneIn100: number;
}

/** The probabilities for each operation, given the number of answers that checks looked at. */
export function chancesOf(judged: Readonly<Partial<Record<OperationId, number>>>): Chance[] {
  return (Object.keys(operations) as OperationId[]).flatMap((operation) => {
    const count = judged[operation];
    if (count === undefined) return [];
    return [{ operation, judged: count, oneIn10: chanceOf(10, count), oneIn100: chanceOf(100, count) }];
  });
}

/**
 * The probability that at least one of `count` answers shows a fault that occurs in 1 of `rarity` answers. Rounded down
 * to a thousandth.
 */
function chanceOf(rarity: number, count: number): number {
  // Never 1, since nothing is certain. 1e-9 compensates for rounding errors of doubles.
  return Math.min(0.999, Math.floor((1 - (1 - 1 / rarity) ** count) * 1000 + 1e-9) / 1000);
}

/** The probabilities over several runs together. */
export function chancesInAll(all: readonly Chance[]): Chance[] {
  const sums = [...Map.groupBy(all, ({ operation }) => operation)].map(
    ([operation, some]) => [operation, some.reduce((sum, { judged }) => sum + judged, 0)] as const,
  );
  return chancesOf(Object.fromEntries(sums));
}

/** The probabilities for a fault in 1 of 10 answers, as a sentence with the least and the most tested operation. */
export function chanceInWords(chances: readonly Chance[]): string {
  const sorted = chances.toSorted((one, other) => one.oneIn10 - other.oneIn10);
  const ends = sorted.length > 1 ? [...sorted.slice(0, 1), ...sorted.slice(-1)] : sorted;
  const percent = (chance: number): number => Math.floor(chance * 100 + 1e-9);
  const seen = ends.map(({ oneIn10, operation }) => `${percent(oneIn10)} % (${operation})`).join(' to ');
  return `A fault in 1 of 10 answers would have been noticed with a probability of ${seen}. --repeat raises it.`;
}
