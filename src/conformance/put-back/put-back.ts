import type { ClientRecord } from '../../rules/client-record.ts';
import {
  type Attempt,
  type Belief,
  differing,
  fieldsSent,
  guarded,
  obstacleIn,
  type PutBackTools,
  send,
  shownBy,
} from './attempt.ts';
import type { ChangedClient } from './journal.ts';
import { type Settling, settle } from './settle.ts';

export type PutBack =
  | { readonly kind: 'put-back'; readonly client: string }
  /**
   * It shows its original values, but the target was never seen to show what it was sent in these fields. Their stored
   * values may be lost.
   */
  | { readonly kind: 'not-verified'; readonly client: string; readonly fields: readonly string[] }
  /**
   * `message` says why, without a full stop. With `isUnread`, the client could not be read, so its state is unknown.
   */
  | {
      readonly kind: 'left-changed';
      readonly client: string;
      readonly message: string;
      readonly isUnread?: true;
    };

export type PutBackOptions = PutBackTools & Settling;

/**
 * Restores clients as far as the interface can, and reads them back to verify it. Fields that the run sent are sent
 * back even if a reading shows the original value, since the reading may be stale. If a change may still be in flight,
 * the client is read until it stays restored for the settling time. Can safely be called again.
 */
export async function putBackAll(
  clients: readonly ChangedClient[],
  options: PutBackOptions,
): Promise<PutBack[]> {
  const attempts = attemptsOf(clients);
  // Twice, since restoring one client may change another. The second pass normally only verifies.
  for (const isFirst of [true, false]) {
    for (const attempt of attempts) await guarded(attempt, () => putBack(attempt, isFirst, options));
  }
  await settle(
    attempts.filter(({ isUnsettled }) => isUnsettled),
    options,
  );
  return attempts.map(outcomeOf);
}

function attemptsOf(clients: readonly ChangedClient[]): Attempt[] {
  // Disposable clients have nothing to lose and need not settle.
  const kept = clients.filter(({ isDisposable }) => !isDisposable);
  const isUntouched = kept.every(({ history }) => Object.keys(history.sent).length === 0);
  const isEarned = isUntouched || kept.some(({ history }) => history.isShownExactly);
  const belief: Belief = { isEarned };
  return clients.map((changed) => ({
    changed,
    belief: changed.isDisposable ? { isEarned: true } : belief,
    isUnsettled: !changed.isDisposable && (changed.history.isUnsettled || !isEarned),
    obstacle: undefined,
    isUnread: false,
    shown: new Set(),
    hidden: new Set(),
  }));
}

async function putBack(attempt: Attempt, isFirst: boolean, options: PutBackTools): Promise<void> {
  const { changed } = attempt;
  const { specification } = options;
  // A field that looked masked may just have been a stale reading. Read again before our values are overwritten.
  if (isFirst && changed.history.shownOtherwise.length > 0)
    await guarded(attempt, async () => void (await shownBy(attempt, options)));
  const own = fieldsSent(options, attempt);
  if (isFirst && Object.keys(own).length > 0) await send(attempt, own, options);
  let shown = await shownBy(attempt, options);
  // All together first, then one by one: one value that the target no longer accepts must not block the others.
  let isTaken = true;
  for (const inParts of [together, oneByOne]) {
    if (shown === undefined) return;
    const parts = inParts(differing(specification, changed, shown));
    for (const part of parts) isTaken = await send(attempt, part, options);
    if (parts.length > 0) shown = await shownBy(attempt, options);
  }
  if (shown === undefined) return;
  attempt.obstacle = obstacleIn(options, changed, shown);
  // The target accepted them and may show them later.
  if (changed.isDisposable || !isTaken) return;
  if (Object.keys(differing(specification, changed, shown)).length > 0) attempt.isUnsettled = true;
}

function outcomeOf({ changed, belief, obstacle, isUnread, shown, hidden }: Attempt): PutBack {
  const { client, history } = changed;
  if (obstacle !== undefined)
    return { kind: 'left-changed', client, message: obstacle, ...(isUnread ? { isUnread } : {}) };
  const doubted = new Set([...history.shownOtherwise, ...(belief.isEarned ? [] : hidden)]);
  const fields = [...doubted].filter((field) => !shown.has(field));
  return fields.length === 0 ? { kind: 'put-back', client } : { kind: 'not-verified', client, fields };
}

function together(fields: ClientRecord): ClientRecord[] {
  return Object.keys(fields).length === 0 ? [] : [fields];
}

function oneByOne(fields: ClientRecord): ClientRecord[] {
  return Object.entries(fields).map(([field, value]) => ({ [field]: value }));
}
