import type { OperationId } from '../specification/description.ts';
import type { Reason } from '../trace/gap.ts';

/** Consecutive calls without an answer, or throttled to the end, after which no more are sent. */
const most = 5;

/** If at least this many are of a second operation, the whole target does not answer. */
const ofOthers = 2;

interface GivenUp {
  readonly reason: Reason;
  readonly message: string;
}

/** The kind of a call. A service may throttle forged credentials alone. */
export interface Sent {
  readonly operation: OperationId;
  readonly isForged: boolean;
}

/** Decides how long a run goes on with a target, and with each operation, that leaves calls without an answer. */
interface Patience {
  /** Why no such call is sent any more; undefined while one is. */
  givenUp(sent: Sent): GivenUp | undefined;
  /** Whether the last call was not answered, or throttled. */
  isSilent(): boolean;
  /** Whether any such call was answered. */
  hasAnswered(sent: Sent): boolean;
  answered(sent: Sent): void;
  unanswered(sent: Sent, reason: Reason): void;
}

/** If a single operation is not answered, such as one with a quota of its own, the others go on. */
export function openPatience(): Patience {
  /** Reasons of the unanswered calls since the operation was last answered. */
  const leftOf = new Map<string, readonly Reason[]>();
  const keyOf = ({ operation, isForged }: Sent): string => `${operation} ${isForged}`;
  /** Unanswered calls by operation since the last answer. */
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

function wordsFor({ operation, isForged }: Sent): string {
  return `requests of ${operation}${isForged ? ' without valid credentials' : ''}`;
}

function messageOf(what: string, outcome: string): string {
  return `The target left at least ${most} ${what} in a row unanswered, or throttled them, so ${outcome} sent.`;
}
