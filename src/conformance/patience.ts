import type { Reason } from '../harness/check.ts';
import type { OperationId } from '../specification/description.ts';

/** After so many calls in a row that were not answered, or throttled for as long as is waited, no more are sent. */
const most = 5;

/** So many of these are of other operations than most of them where it is the target that does not answer. */
const ofOthers = 2;

/** Why no call is sent any more. */
interface GivenUp {
  readonly reason: Reason;
  readonly message: string;
}

/** How long a run goes on with a target, and with each of its operations, that leaves calls without an answer. */
interface Patience {
  /** Why no call of the operation is sent any more; undefined while one is. */
  givenUp(operation: OperationId): GivenUp | undefined;
  /** Told of each answer. */
  answered(operation: OperationId): void;
  /** Told of each call that was not answered, or throttled for as long as is waited. */
  unanswered(operation: OperationId, reason: Reason): void;
}

/**
 * Opens the patience of a run. Where one operation alone is not answered, as one with a quota of its own, the others go
 * on.
 */
export function openPatience(): Patience {
  /** The calls of each operation that were left since it was last answered, by why they were. */
  const leftOf = new Map<OperationId, readonly Reason[]>();
  /** How many of each operation were left since anything was answered. */
  let inARow = new Map<OperationId, number>();
  let lastReason: Reason = 'unreachable';

  function isGone(): boolean {
    const counts = [...inARow.values()];
    const all = counts.reduce((sum, count) => sum + count, 0);
    return all >= most && all - Math.max(...counts) >= ofOthers;
  }

  return {
    givenUp: (operation) => {
      const left = leftOf.get(operation) ?? [];
      const [reason] = left;
      if (isGone()) return { reason: lastReason, message: messageOf('requests', 'nothing more was') };
      if (reason === undefined || left.length < most) return undefined;
      return { reason, message: messageOf(`requests of ${operation}`, 'no more of them were') };
    },
    answered: (operation) => {
      inARow = new Map();
      leftOf.delete(operation);
    },
    unanswered: (operation, reason) => {
      leftOf.set(operation, [...(leftOf.get(operation) ?? []), reason]);
      inARow.set(operation, (inARow.get(operation) ?? 0) + 1);
      lastReason = reason;
    },
  };
}

function messageOf(what: string, outcome: string): string {
  return `The target left at least ${most} ${what} in a row unanswered, or throttled them, so that ${outcome} sent.`;
}
