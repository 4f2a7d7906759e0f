import type { OperationId } from '../specification/description.ts';
import type { Reason } from '../trace/gap.ts';

/**
 * After this many consecutive calls without an answer, no more are sent. A call that is still throttled after
 * its retries counts too.
 */
const most = 5;

/**
 * If at least this many of the unanswered calls are of a second operation, the whole target is taken to be
 * down.
 */
const ofOthers = 2;

interface GivenUp {
  readonly reason: Reason;
  readonly message: string;
}

/** The kind of a call. Forged credentials are counted separately: a service may throttle them alone. */
export interface CallKind {
  readonly operation: OperationId;
  readonly isForged: boolean;
}

/** Counts unanswered calls, and decides when to stop sending: to one operation, or to the whole target. */
interface CircuitBreaker {
  /** Why calls of this kind are no longer sent; undefined while they are. */
  givenUp(sent: CallKind): GivenUp | undefined;
  /** Whether the last call got no answer, or was throttled. */
  isSilent(): boolean;
  /** Whether any call of this kind was answered. */
  hasAnswered(sent: CallKind): boolean;
  answered(sent: CallKind): void;
  unanswered(sent: CallKind, reason: Reason): void;
}

/**
 * Opens the counts. If only one operation gives no answer, perhaps because of its own quota, the others go
 * on.
 */
export function openCircuitBreaker(): CircuitBreaker {
  /** Why calls got no answer, by kind of call, since that kind was last answered. */
  const leftOf = new Map<string, readonly Reason[]>();
  const keyOf = ({ operation, isForged }: CallKind): string => `${operation} ${isForged}`;
  /** Unanswered calls by operation, since any call was answered. */
  let inARow = new Map<OperationId, number>();
  const answeredKeys = new Set<string>();
  let lastReason: Reason = 'unreachable';

  function isGone(): boolean {
    const counts = [...inARow.values()];
    const all = counts.reduce((sum, count) => sum + count, 0);
    return all >= most && all - Math.max(...counts) >= ofOthers;
  }

  return {
    givenUp: (sent) => {
      const left = leftOf.get(keyOf(sent)) ?? [];
      const [reason] = left;
      if (isGone()) return { reason: lastReason, message: messageOf('requests', 'nothing more was') };
      if (reason === undefined || left.length < most) return undefined;
      return { reason, message: messageOf(wordsFor(sent), 'no more of them were') };
    },
    isSilent: () => inARow.size > 0,
    hasAnswered: (sent) => answeredKeys.has(keyOf(sent)),
    answered: (sent) => {
      const { operation } = sent;
      answeredKeys.add(keyOf(sent));
      inARow = new Map();
      for (const isForged of [true, false]) leftOf.delete(keyOf({ operation, isForged }));
    },
    unanswered: (sent, reason) => {
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
  return `The target left at least ${most} ${what} in a row unanswered, or throttled them, so ${outcome} sent.`;
}
