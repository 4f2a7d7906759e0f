import { operations } from '../rules/operations.ts';
import type { OperationId } from '../specification/description.ts';

export interface Chance {
  readonly operation: OperationId;
  readonly judged: number;
  /** The probability, from 0 to 1, of seeing a fault that 1 of 10 (or 100) answers has. Rounded down to 0.001. */
  readonly oneIn10: number;
  readonly oneIn100: number;
}

export function chancesOf(judged: Readonly<Partial<Record<OperationId, number>>>): Chance[] {
  return (Object.keys(operations) as OperationId[]).flatMap((operation) => {
    const count = judged[operation];
    if (count === undefined) return [];
    return [{ operation, judged: count, oneIn10: chanceOf(10, count), oneIn100: chanceOf(100, count) }];
  });
}

function chanceOf(rarity: number, count: number): number {
  // At most 0.999: a fault is never certain to be seen. 1e-9 compensates for rounding errors of doubles.
  return Math.min(0.999, Math.floor((1 - (1 - 1 / rarity) ** count) * 1000 + 1e-9) / 1000);
}

export function chancesInAll(all: readonly Chance[]): Chance[] {
  const sums = [...Map.groupBy(all, ({ operation }) => operation)].map(
    ([operation, some]) => [operation, some.reduce((sum, { judged }) => sum + judged, 0)] as const,
  );
  return chancesOf(Object.fromEntries(sums));
}

export function chanceInWords(chances: readonly Chance[]): string {
  const sorted = chances.toSorted((one, other) => one.oneIn10 - other.oneIn10);
  const ends = sorted.length > 1 ? [...sorted.slice(0, 1), ...sorted.slice(-1)] : sorted;
  const percent = (chance: number): number => Math.floor(chance * 100 + 1e-9);
  const seen = ends.map(({ oneIn10, operation }) => `${percent(oneIn10)} % (${operation})`).join(' to ');
  return `A fault in 1 of 10 answers would have been noticed with a probability of ${seen}. --repeat raises it.`;
}
