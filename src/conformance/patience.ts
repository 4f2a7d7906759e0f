import type { OperationId } from '../specification/description.ts';
import type { Reason } from '../trace/gap.ts';

/** After so many calls in a row that were not answered, or throttled for as long as is waited, no more are sent. */
const most = 5;

/** So many of these are of other operations than most of them where it is the target that does not answer. */
const ofOthers = 2;

/** Why no call is sent any more. */
interface GivenUp {
  readonly reason: Reason;
  readonly message: string;
}

/** What a call asks for, and whether its credentials are forged: a service may throttle those alone. */
export interface Sent {
  readonly operation: OperationId;
  readonly isForged: boolean;
}

/** How long a run goes on with a target, and with each of its operations, that leaves calls without an answer. */
interface Patience {
  /** Why no such call is sent any more; undefined while one is. */
  givenUp(sent: Sent): GivenUp | undefined;
  /** Whether the last calls were not answered, or throttled, and none was answered since. */
  isSilent(): boolean;
  /** Whether any such call was answered. */
  hasAnswered(sent: Sent): boolean;
  /** Told of each answer. */
  answered(sent: Sent): void;
  /** Told of each call that was not answered, or throttled for as long as is waited. */
  unanswered(sent: Sent, reason: Reason): void;
}

/**
 * Opens the patience of a run. Where one operation alone is not answered, as one with a quota of its own, the others go
 * on.
 */
export function openPatience(): Patience {
  /** Why such calls were left, since their operation was last answered. */
  const leftOf = new Map<string, readonly Reason[]>();
  const keyOf = ({ operation, isForged }: Sent): string => `${operation} ${isForged}`;
  /** How many of each operation were left since anything was answered. */
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
  return `The target left at least ${most} ${what} in a row unanswered, or throttled them, so that ${outcome} sent.`;
}
