import type { OperationId } from '../specification/description.ts';
import { type Reason, Undecidable } from '../trace/gap.ts';

/**
 * After this many consecutive calls without an answer, no more calls are sent. A call that is still throttled after its
 * retries counts as unanswered.
 */
const maxConsecutive = 5;

/**
 * The target counts as down, not just one operation, if at least this many unanswered calls are left without those of
 * the operation that has the most.
 */
const minOfOthers = 2;

/** Forged credentials are counted separately: a service may throttle them alone. */
export interface CallKind {
  readonly operation: OperationId;
  readonly isForged: boolean;
}

/**
 * Gives up an operation, or the target, after calls without an answer. If only one operation gets no answers, perhaps
 * because of its own quota, the run goes on with the others.
 */
export function openCircuitBreaker() {
  const leftOf = new Map<string, readonly Reason[]>();
  const keyOf = ({ operation, isForged }: CallKind): string => `${operation} ${isForged}`;
  let inARow = new Map<OperationId, number>();
  const answeredKeys = new Set<string>();
  let lastReason: Reason = 'unreachable';

  function isGone(): boolean {
    const counts = [...inARow.values()];
    const all = counts.reduce((sum, count) => sum + count, 0);
    return all >= maxConsecutive && all - Math.max(...counts) >= minOfOthers;
  }

  return {
    givenUp: (sent: CallKind): Undecidable | undefined => {
      const left = leftOf.get(keyOf(sent)) ?? [];
      const [reason] = left;
      if (isGone()) return new Undecidable(lastReason, messageOf('requests', 'nothing more was'));
      if (reason === undefined || left.length < maxConsecutive) return undefined;
      return new Undecidable(reason, messageOf(wordsFor(sent), 'no more of them were'));
    },
    isSilent: (): boolean => inARow.size > 0,
    hasAnswered: (sent: CallKind): boolean => answeredKeys.has(keyOf(sent)),
    answered: (sent: CallKind): void => {
      const { operation } = sent;
      answeredKeys.add(keyOf(sent));
      inARow = new Map();
      for (const isForged of [true, false]) leftOf.delete(keyOf({ operation, isForged }));
    },
    unanswered: (sent: CallKind, reason: Reason): void => {
      const { operation } = sent;
      leftOf.set(keyOf(sent), [...(leftOf.get(keyOf(sent)) ?? []), reason]);
      inARow.set(operation, (inARow.get(operation) ?? 0) + 1);
      lastReason = reason;
    },
  };
}

function wordsFor({ operation, isForged }: CallKind): string {
  return `requests of ${operation}${isForged ? ' without valid credentials' : ''}`;
}

function messageOf(what: string, outcome: string): string {
  return `The target left at least ${maxConsecutive} ${what} in a row unanswered, or throttled them, so ${outcome} sent.`;
}
