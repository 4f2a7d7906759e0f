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

/** What became of a client that was changed. */
export type PutBack =
  | { readonly kind: 'put-back'; readonly client: string }
  /**
   * It is shown as it was, by a target that was not seen to show what it is sent in these fields, which may be lost.
   */
  | { readonly kind: 'not-verified'; readonly client: string; readonly fields: readonly string[] }
  /** `message` says why, without a full stop; where the client could not be read, it is not known whether it is. */
  | {
      readonly kind: 'left-changed';
      readonly client: string;
      readonly message: string;
      readonly isUnread?: true;
    };

/** How clients are put back. */
export type PutBackOptions = PutBackTools & Settling;

/**
 * Changes clients back to what they were, as far as the interface can, and reads them back to see that they are. What
 * the run sent is put back whatever a reading says, since that may be an old one. Where a change may still be on its
 * way, the client is read until it stays as it was for the settling time. It may all be done again.
 */
export async function putBackAll(
  clients: readonly ChangedClient[],
  options: PutBackOptions,
): Promise<PutBack[]> {
  const attempts = attemptsOf(clients);
  // Twice, since a target may change one client where another is put back; the second time only shows that all is well.
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
  // Of what is disposable nothing is lost, and nothing has to settle.
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
  // What was an old reading may show a value of the run by now, which is gone once its own is sent.
  if (isFirst && changed.history.shownOtherwise.length > 0)
    await guarded(attempt, async () => void (await shownBy(attempt, options)));
  const own = fieldsSent(options, attempt);
  if (isFirst && Object.keys(own).length > 0) await send(attempt, own, options);
  let shown = await shownBy(attempt, options);
  // Together first; one value that the target no longer takes must not keep the others from their place.
  let isTaken = true;
  for (const inParts of [together, oneByOne]) {
    if (shown === undefined) return;
    const parts = inParts(differing(specification, changed, shown));
    for (const part of parts) isTaken = await send(attempt, part, options);
    if (parts.length > 0) shown = await shownBy(attempt, options);
  }
  if (shown === undefined) return;
  attempt.obstacle = obstacleIn(options, changed, shown);
  // It says that it took them: perhaps it shows them later.
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
