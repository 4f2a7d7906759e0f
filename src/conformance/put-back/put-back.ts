import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Call, updateClient } from '../../api/calls.ts';
import { Undecidable } from '../../harness/check.ts';
import { is2xx } from '../../http/status.ts';
import type { ClientRecord } from '../../rules/client-record.ts';
import { isRestored, lostFields, restorable } from '../../rules/restorable.ts';
import type { Specification } from '../../specification/specification.ts';
import type { Exchange, Exchanges } from '../exchanges.ts';
import type { ChangedClient } from './journal.ts';
import { readOwn } from './own-record.ts';

/** What became of a client that was changed. */
export type PutBack =
  | { readonly kind: 'put-back'; readonly client: string }
  /** `message` continues the words "is left changed:", without a full stop. */
  | { readonly kind: 'left-changed'; readonly client: string; readonly message: string };

/** How clients are put back. */
export interface PutBackOptions {
  /** What the target is held to. */
  readonly specification: Specification;
  readonly exchanges: Exchanges;
  /** Milliseconds for which a client must stay as it was, where a change may still be on its way. */
  readonly settleMs: number;
  /** Told once, before it waits. */
  readonly onSettling?: ((settleMs: number) => void) | undefined;
}

/** What is believed of a target; of all the clients of a run together. */
interface Belief {
  /** Whether it was ever seen that the target shows what it is sent. */
  isEarned: boolean;
  /** Fields that were seen to show a value of the run, so that what was said against them was an old reading. */
  readonly shown: Set<string>;
}

/** Where putting back a client stands. */
interface Attempt {
  readonly changed: ChangedClient;
  readonly belief: Belief;
  /** It may be shown otherwise yet: a change may still be on its way, or a reading be an old one. */
  isUnsettled: boolean;
  /** Why it is not as it was; undefined where it is. */
  obstacle: string | undefined;
}

/**
 * Changes clients back to what they were, as far as the interface can, and reads them back to see that they are. What
 * the run sent is put back whatever a reading says, since that may be an old one. Where a change may still be on its
 * way, the client is read until it stays as it was for the settling time. It may all be done again.
 */
export async function putBackAll(
  clients: readonly ChangedClient[],
  options: PutBackOptions,
): Promise<PutBack[]> {
  const { specification } = options;
  // Of what is disposable nothing is lost, and nothing has to settle.
  const kept = clients.filter(({ isDisposable }) => !isDisposable);
  const isUntouched = kept.every(({ history }) => Object.keys(history.sent).length === 0);
  const belief: Belief = { isEarned: isUntouched, shown: new Set() };
  belief.isEarned ||= kept.some(({ history }) => history.isShownExactly);
  const attempts = clients.map(
    (changed): Attempt => ({
      changed,
      belief: changed.isDisposable ? { isEarned: true, shown: new Set() } : belief,
      isUnsettled: !changed.isDisposable && (changed.history.isUnsettled || !belief.isEarned),
      obstacle: undefined,
    }),
  );
  // Twice, since a target may change one client where another is put back; the second time only shows that all is well.
  for (const isFirst of [true, false]) {
    for (const attempt of attempts) await guarded(attempt, () => putBack(attempt, isFirst, options));
  }
  await settle(
    attempts.filter(({ isUnsettled }) => isUnsettled),
    options,
  );
  return attempts.map((attempt) => outcomeOf(attempt, specification));
}

/** What breaks for one client, also in the suite itself, keeps no other from being put back. */
async function guarded(attempt: Attempt, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    attempt.obstacle =
      error instanceof Undecidable
        ? lowerCased(error.message.replace(/\.$/, ''))
        : 'case-conformance itself broke while it put it back';
  }
}

async function putBack(attempt: Attempt, isFirst: boolean, options: PutBackOptions): Promise<void> {
  const { changed } = attempt;
  const { specification } = options;
  const own = fieldsSent(specification, attempt);
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
  attempt.obstacle = obstacleIn(specification, changed, shown);
  // It says that it took them: perhaps it shows them later.
  if (changed.isDisposable || !isTaken) return;
  if (Object.keys(differing(specification, changed, shown)).length > 0) attempt.isUnsettled = true;
}

/** How often clients are read while they settle: so many times in the settling time, but at most twice a second. */
const readingsToSettle = 15;
const leastPauseMs = 500;

/** Waiting ends after so many settling times. */
const mostSettlings = 3;

/** After so many readings in a row without an answer, the target is gone. */
const mostSilent = 5;

/** Reads clients until each has stayed as it was for the settling time, and puts back again what does not. */
async function settle(attempts: readonly Attempt[], options: PutBackOptions): Promise<void> {
  const { specification, settleMs, onSettling } = options;
  if (attempts.length === 0) return;
  if (settleMs > 0) onSettling?.(settleMs);
  const end = performance.now() + mostSettlings * settleMs;
  const pauseMs = Math.max(Math.min(leastPauseMs, settleMs), settleMs / readingsToSettle);
  const open = new Map(
    attempts.map((attempt) => [attempt, { since: undefined as number | undefined, silent: 0 }]),
  );
  while (open.size > 0) {
    for (const [attempt, state] of open) {
      const startedAt = performance.now();
      let shown: ClientRecord | undefined;
      await guarded(attempt, async () => {
        state.silent += 1;
        shown = await shownBy(attempt, options);
        state.silent = 0;
        if (shown !== undefined) attempt.obstacle = obstacleIn(specification, attempt.changed, shown);
      });
      if (shown !== undefined && attempt.obstacle === undefined) {
        state.since ??= startedAt;
        // Of two readings, since one alone may have taken as long.
        if (startedAt - state.since >= settleMs) open.delete(attempt);
        continue;
      }
      state.since = undefined;
      if (state.silent >= mostSilent || performance.now() >= end) open.delete(attempt);
      else if (shown !== undefined) {
        const again = {
          ...fieldsSent(specification, attempt),
          ...differing(specification, attempt.changed, shown),
        };
        if (Object.keys(again).length > 0)
          await guarded(attempt, async () => void (await send(attempt, again, options)));
      }
    }
    if (performance.now() >= end) {
      for (const attempt of open.keys())
        attempt.obstacle ??= `it did not stay as it was for ${settleMs / 1000} seconds`;
      return;
    }
    if (open.size > 0) await sleep(pauseMs);
  }
}

function outcomeOf({ changed, belief, obstacle }: Attempt, specification: Specification): PutBack {
  const { client, history } = changed;
  if (obstacle !== undefined) return { kind: 'left-changed', client, message: obstacle };
  const unseen = belief.isEarned ? [] : Object.keys(othersSent(specification, changed));
  const doubted = [...new Set([...history.shownOtherwise, ...unseen])];
  const fields = doubted.filter((field) => !belief.shown.has(field));
  if (fields.length === 0) return { kind: 'put-back', client };
  const message = `the target does not show what it is sent, so that ${fields.join(', ')} may not be what it was, though it is shown so; once you have looked, restore --force forgets it`;
  return { kind: 'left-changed', client, message };
}

/** What the client shows; undefined, with the obstacle said, where that is not its own record. */
async function shownBy(
  attempt: Attempt,
  { specification, exchanges }: PutBackOptions,
): Promise<ClientRecord | undefined> {
  const { client } = attempt.changed;
  const reading = await readOwn(specification, client, (call) => exchanges.send(call, 'member'));
  if (reading.kind === 'own') {
    for (const [field, values] of Object.entries(othersSent(specification, attempt.changed))) {
      if (!values.some((value) => isRestored(specification, field, { [field]: value }, reading.record)))
        continue;
      attempt.belief.isEarned = true;
      attempt.belief.shown.add(field);
    }
    return reading.record;
  }
  attempt.obstacle =
    reading.kind === 'no-record' ? 'its record cannot be read back' : lowerCased(reading.why);
  return undefined;
}

/** Sends fields; what becomes of them is for the readings to show. @returns whether the target says that it took them */
async function send(attempt: Attempt, fields: ClientRecord, { exchanges }: PutBackOptions): Promise<boolean> {
  const call: Call = updateClient(attempt.changed.client, JSON.stringify(fields));
  const answer: Exchange | undefined = await exchanges.send(call, 'member').catch((error: unknown) => {
    if (error instanceof Undecidable) return undefined;
    throw error;
  });
  return answer === undefined || is2xx(answer.status);
}

/** What of the record the run has sent otherwise, and can be sent back. */
function fieldsSent(
  specification: Specification,
  { changed: { record, history }, belief }: Attempt,
): ClientRecord {
  // What a target shows as before that may show something else than it keeps is left alone.
  if (!belief.isEarned) return {};
  const back = Object.entries(restorable(specification, record));
  return Object.fromEntries(back.filter(([field]) => Object.hasOwn(history.sent, field)));
}

/** What the run has sent, and was not refused, of what could be put back, other than the client showed. */
function othersSent(
  specification: Specification,
  { record, history }: ChangedClient,
): Record<string, unknown[]> {
  const back = restorable(specification, record);
  const others = Object.entries(history.sent).map(([field, values]) => {
    const refused = history.refused[field] ?? [];
    const isOther = (value: unknown): boolean =>
      !isRestored(specification, field, { [field]: value }, back) &&
      !refused.some((one) => isDeepStrictEqual(one, value));
    return [field, Object.hasOwn(back, field) ? values.filter(isOther) : []] as const;
  });
  return Object.fromEntries(
    others.filter(([, values]) => values.length > 0).map(([field, values]) => [field, [...values]]),
  );
}

/** What of the client is shown otherwise than it was, and can be sent back. */
function differing(
  specification: Specification,
  { record }: ChangedClient,
  shown: ClientRecord,
): ClientRecord {
  const back = Object.entries(restorable(specification, record));
  return Object.fromEntries(back.filter(([field]) => !isRestored(specification, field, record, shown)));
}

/** Why what is shown is not what was; undefined where it is. */
function obstacleIn(
  specification: Specification,
  changed: ChangedClient,
  shown: ClientRecord,
): string | undefined {
  const left = Object.keys(differing(specification, changed, shown));
  if (left.length > 0) return `the target did not take back ${left.join(', ')}`;
  const lost = changed.isDisposable ? [] : lostFields(specification, changed.record, shown);
  return lost.length === 0 ? undefined : `the interface cannot put back ${lost.join(', ')}`;
}

function together(fields: ClientRecord): ClientRecord[] {
  return Object.keys(fields).length === 0 ? [] : [fields];
}

function oneByOne(fields: ClientRecord): ClientRecord[] {
  return Object.entries(fields).map(([field, value]) => ({ [field]: value }));
}

/** A sentence as the rest of one; what begins it in capitals, such as PATCH, stays so. */
function lowerCased(text: string): string {
  return text.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}
