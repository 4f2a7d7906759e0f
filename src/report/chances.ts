import { operations } from '../rules/operations.ts';
import type { OperationId } from '../specification/description.ts';

/** The probability that a run notices an intermittent fault of an operation. */
export interface Chance {
  readonly operation: OperationId;
  /** The number of answers of the operation that were judged. */
  readonly judged: number;
  /** The probability that at least one judged answer shows a fault that affects 1 in 10 answers, or 1 in 100. */
  readonly oneIn10: number;
  readonly oneIn100: number;
}

/** The probabilities for a run that judged this many answers of each operation. */
export function chancesOf(judged: Readonly<Partial<Record<OperationId, number>>>): Chance[] {
  return (Object.keys(operations) as OperationId[]).flatMap((operation) => {
    const count = judged[operation];
    if (count === undefined) return [];
    return [{ operation, judged: count, oneIn10: chanceOf(10, count), oneIn100: chanceOf(100, count) }];
  });
}

/**
 * The probability that at least one of `count` answers shows a fault of one in `rarity` answers, rounded down to a
 * thousandth.
 */
function chanceOf(rarity: number, count: number): number {
  // Never 1, since nothing is certain. The small addend compensates for binary rounding errors.
  return Math.min(0.999, Math.floor((1 - (1 - 1 / rarity) ** count) * 1000 + 1e-9) / 1000);
}

/** The combined probabilities of several runs. */
export function chancesInAll(all: readonly Chance[]): Chance[] {
  const sums = [...Map.groupBy(all, ({ operation }) => operation)].map(
    ([operation, some]) => [operation, some.reduce((sum, { judged }) => sum + judged, 0)] as const,
  );
  return chancesOf(Object.fromEntries(sums));
}

/** The probability of noticing a fault of 1 in 10 answers, in words: from the least to the most tested operation. */
export function chanceInWords(chances: readonly Chance[]): string {
  const sorted = chances.toSorted((one, other) => one.oneIn10 - other.oneIn10);
  const ends = sorted.length > 1 ? [...sorted.slice(0, 1), ...sorted.slice(-1)] : sorted;
  const percent = (chance: number): number => Math.floor(chance * 100 + 1e-9);
  const seen = ends.map(({ oneIn10, operation }) => `${percent(oneIn10)} % (${operation})`).join(' to ');
  return `A fault in 1 of 10 answers would have been noticed with a probability of ${seen}. --repeat raises it.`;
}
