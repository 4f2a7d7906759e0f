import { isDeepStrictEqual } from 'node:util';
import { updateClient } from '../../api/calls.ts';
import { is2xx } from '../../http/status.ts';
import type { ClientRecord } from '../../rules/client-record.ts';
import { isRestored, lostFields, restorable } from '../../rules/restorable.ts';
import type { Specification } from '../../specification/specification.ts';
import { Undecidable } from '../../trace/gap.ts';
import type { Exchanges } from '../exchanges.ts';
import type { ChangedClient } from './journal.ts';
import { readOwn } from './own-record.ts';

export interface PutBackTools {
  readonly specification: Specification;
  readonly exchanges: Exchanges;
  /** Whether the status of clients changes by itself. */
  readonly isStatusFree?: boolean | undefined;
  /** Whether the run has ended. Somebody may have corrected a lost field since then. */
  readonly isAfterRun?: boolean | undefined;
}

/** Whether the target has been seen to return the values that it is sent. Shared by all clients of a run. */
export interface Belief {
  isEarned: boolean;
}

export interface Attempt {
  readonly changed: ChangedClient;
  readonly belief: Belief;
  /** Whether its values may still change: a change may be in flight, or a reading may be stale. */
  isUnsettled: boolean;
  /** Why it is not restored, without a full stop; undefined if it is. */
  obstacle: string | undefined;
  /** Whether the last reading failed, so its state is unknown. */
  isUnread: boolean;
  /** Fields that returned a value that the run sent, while the client was restored. */
  readonly shown: Set<string>;
  /** Fields that returned neither the original value nor one that the run sent. */
  readonly hidden: Set<string>;
}

/** An error for one client, even a bug in the suite, must not stop the others from being restored. */
export async function guarded(attempt: Attempt, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    attempt.isUnread = error instanceof Undecidable;
    attempt.obstacle =
      error instanceof Undecidable
        ? lowerCased(error.message.replace(/\.$/, ''))
        : 'case-conformance itself broke while it put it back';
  }
}

/**
 * Reads a client. Returns undefined and sets the obstacle if the answer is not its own record. The reading also shows
 * whether the target can be believed.
 * @throws {Undecidable} if there is no answer
 */
export async function shownBy(
  attempt: Attempt,
  { specification, exchanges }: PutBackTools,
): Promise<ClientRecord | undefined> {
  const { changed, belief, shown, hidden } = attempt;
  const reading = await readOwn(specification, changed.client, (call) => exchanges.send(call, 'member'));
  attempt.isUnread = reading.kind !== 'own';
  if (reading.kind !== 'own') {
    attempt.obstacle = lowerCased(reading.why);
    return undefined;
  }
  for (const [field, values] of Object.entries(othersSent(specification, changed))) {
    const shows = (of: ClientRecord): boolean => isRestored(specification, field, of, reading.record);
    if (values.some((value) => shows({ [field]: value }))) {
      belief.isEarned = true;
      shown.add(field);
    } else if (!shows(changed.record)) hidden.add(field);
  }
  return reading.record;
}

/**
 * Sends fields of the client. Only later readings show whether they took effect.
 * @returns whether the target accepted them, or gave no answer
 */
export async function send(
  { changed: { client } }: Attempt,
  fields: ClientRecord,
  { exchanges }: PutBackTools,
): Promise<boolean> {
  try {
    const { status } = await exchanges.send(updateClient(client, JSON.stringify(fields)), 'member');
    return is2xx(status);
  } catch (error) {
    if (error instanceof Undecidable) return true;
    throw error;
  }
}

/** Original values of the fields that the run has sent, if they can be restored. */
export function fieldsSent(
  { specification, isAfterRun }: Pick<PutBackTools, 'specification' | 'isAfterRun'>,
  { changed: { record, history }, belief, shown }: Attempt,
): ClientRecord {
  // Never write back a value from a target that may mask what it stores.
  if (!belief.isEarned) return {};
  // Somebody may have corrected these fields since. Sending the shown value would lose the correction.
  const spared = isAfterRun ? history.shownOtherwise.filter((field) => !shown.has(field)) : [];
  const back = Object.entries(restorable(specification, record));
  return Object.fromEntries(
    back.filter(([field]) => Object.hasOwn(history.sent, field) && !spared.includes(field)),
  );
}

/** Original values of the fields that differ now, if they can be restored. */
export function differing(
  specification: Specification,
  { record }: ChangedClient,
  shown: ClientRecord,
): ClientRecord {
  const back = Object.entries(restorable(specification, record));
  return Object.fromEntries(back.filter(([field]) => !isRestored(specification, field, record, shown)));
}

/** Why a client is not restored; undefined if it is. */
export function obstacleIn(
  { specification, isStatusFree }: Pick<PutBackTools, 'specification' | 'isStatusFree'>,
  changed: ChangedClient,
  shown: ClientRecord,
): string | undefined {
  const left = Object.keys(differing(specification, changed, shown));
  if (left.length > 0) return `the target did not take back ${left.join(', ')}`;
  const lost = changed.isDisposable ? [] : lostFields(specification, changed.record, shown, isStatusFree);
  return lost.length === 0 ? undefined : `the interface cannot put back ${lost.join(', ')}`;
}

/** Restorable fields with the values that the run sent and the target did not refuse, except the original values. */
function othersSent(
  specification: Specification,
  { record, history }: ChangedClient,
): Readonly<Record<string, readonly unknown[]>> {
  const back = restorable(specification, record);
  const sent = Object.entries(history.sent).filter(([field]) => Object.hasOwn(back, field));
  return Object.fromEntries(
    sent.map(([field, values]) => {
      const refused = history.refused[field] ?? [];
      const isOther = (value: unknown): boolean =>
        !isRestored(specification, field, { [field]: value }, back) &&
        !refused.some((one) => isDeepStrictEqual(one, value));
      return [field, values.filter(isOther)];
    }),
  );
}

/** Makes a sentence fit into another one. A first word in capitals, such as PATCH, stays. */
function lowerCased(text: string): string {
  return text.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}
