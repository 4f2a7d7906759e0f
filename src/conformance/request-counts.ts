import { operations } from '../rules/operations.ts';
import type { OperationId } from '../specification/description.ts';

export type RequestCounts = Readonly<Partial<Record<OperationId, number>>>;

export function summedCounts(all: readonly RequestCounts[]): RequestCounts {
  const sums = new Map<string, number>();
  for (const [operation, count] of all.flatMap((counts) => Object.entries(counts)))
    sums.set(operation, (sums.get(operation) ?? 0) + count);
  return Object.fromEntries(sums);
}

export function hasWrites(counts: RequestCounts): boolean {
  return Object.entries(operations).some(([name, { writes }]) => writes !== undefined && name in counts);
}

export function totalOf(counts: RequestCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
