import type { OperationId } from '../specification/description.ts';
import type { Fold } from '../trace/trace.ts';

/** How many answers to the member checks looked at, by operation. */
export function foldJudgedAnswers(): Fold<Readonly<Partial<Record<OperationId, number>>>> {
  const counts: Partial<Record<OperationId, number>> = {};
  return {
    add: ({ call: { operation }, credentials }) => {
      // A refusal of credentials says nothing about the operation.
      if (credentials === 'member') counts[operation] = (counts[operation] ?? 0) + 1;
    },
    value: () => counts,
  };
}
