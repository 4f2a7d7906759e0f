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

/** What clients are put back with. */
export interface PutBackTools {
  /** What the target is held to. */
  readonly specification: Specification;
  readonly exchanges: Exchanges;
  /** Whether the status of clients moves of itself. */
  readonly isStatusFree?: boolean | undefined;
  /** Whether the run has ended: somebody may have corrected since what may be lost. */
  readonly isAfterRun?: boolean | undefined;
}

/** Whether the target shows what it is sent, as far as it was seen; of all the clients of a run together. */
export interface Belief {
  isEarned: boolean;
}

/** Where putting back a client stands. */
export interface Attempt {
  readonly changed: ChangedClient;
  readonly belief: Belief;
  /** It may be shown otherwise yet: a change may still be on its way, or a reading be an old one. */
  isUnsettled: boolean;
  /** Why it is not as it was, without a full stop; undefined where it is. */
  obstacle: string | undefined;
  /** Whether the last reading showed nothing of it, so that nobody knows. */
  isUnread: boolean;
  /** Fields that were seen to show what they were sent, while the client was put back. */
  readonly shown: Set<string>;
  /** Fields that were seen to show neither what they were nor what they were sent. */
  readonly hidden: Set<string>;
}

/** What breaks for one client, also in the suite itself, keeps no other from being put back. */
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
 * What the client shows; undefined, with the obstacle said, where that is not its own record. What it shows tells whether
 * the target is to be believed.
 * @throws {Undecidable} when no answer comes
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
 * Sends fields of the client; what becomes of them is for the readings to show.
 * @returns whether the target took them, as far as it says
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

/** What of the record the run has sent otherwise, and can be sent back. */
export function fieldsSent(
  { specification, isAfterRun }: Pick<PutBackTools, 'specification' | 'isAfterRun'>,
  { changed: { record, history }, belief, shown }: Attempt,
): ClientRecord {
  // What a target shows as before that may show something else than it keeps is left alone.
  if (!belief.isEarned) return {};
  // To send what it showed of a field that was corrected would lose it again.
  const spared = isAfterRun ? history.shownOtherwise.filter((field) => !shown.has(field)) : [];
  const back = Object.entries(restorable(specification, record));
  return Object.fromEntries(
    back.filter(([field]) => Object.hasOwn(history.sent, field) && !spared.includes(field)),
  );
}

/** What of the client is shown otherwise than it was, and can be sent back. */
export function differing(
  specification: Specification,
  { record }: ChangedClient,
  shown: ClientRecord,
): ClientRecord {
  const back = Object.entries(restorable(specification, record));
  return Object.fromEntries(back.filter(([field]) => !isRestored(specification, field, record, shown)));
}

/** Why what is shown is not what was; undefined where it is. */
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

/** What the run has sent, and was not refused, of what could be put back, other than the client showed. */
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

/** A sentence as the rest of one; what begins it in capitals, such as PATCH, stays so. */
function lowerCased(text: string): string {
  return text.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}
