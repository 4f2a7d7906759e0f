import { isSuccess } from '../../harness/assertions.ts';
import type { ProbeItems } from '../../harness/probe-items.ts';
import type { Session } from '../../harness/session.ts';
import type { ObservedChange } from '../../rules/client-change.ts';
import {
  type ClientRecord,
  changeableFields,
  changedFields,
  differingFields,
  shows,
} from '../../rules/client-record.ts';
import type { Exchange } from '../../trace/exchange.ts';
import type { ChangeableClient } from './changeable-clients.ts';
import { changesTogether, type SentBody, sendNewValues } from './making-changes.ts';

export interface ChangesToRefuse<One extends SentBody> {
  readonly one: ChangeableClient;
  /** Must return the same changes in the same order each time. */
  readonly changesFrom: (record: ClientRecord) => readonly One[];
  /** If set, the target may accept some of the changes. The effect of an accepted one hides effects of refused ones. */
  readonly mayBeAccepted?: true;
}

export type AnswerOrEffect<One> = (One & { readonly reply: Exchange }) | (One & ObservedChange);

type SentChange<One> = One & ObservedChange & { readonly place: number };

/**
 * Sends the changes together, and reads the client back once. If a refused change had an effect, sends each
 * alone to find the one to blame.
 */
export async function* refusedTogether<One extends SentBody>(
  session: Session,
  toRefuse: ChangesToRefuse<One>,
): AsyncIterable<AnswerOrEffect<One>> {
  const { items: changes, gap } = await send(session, toRefuse);
  yield* changes.map(answered);
  const accepted = changes.filter((change) => isAccepted(toRefuse, change));
  yield* accepted;
  if (gap !== undefined) throw gap;
  let refused = changes.filter((change) => !isAccepted(toRefuse, change));
  const places = refused.map(({ place }) => place);
  if (accepted.length > 0 && refused.length > 0) {
    await sendNewValues(session, toRefuse.one);
    const again = await send(session, toRefuse, places);
    if (again.gap !== undefined) throw again.gap;
    refused = [...again.items];
  }
  const [first] = refused;
  if (first === undefined) return;
  if (refused.every((change) => isUnchanged(session, change))) {
    // All refused changes share one reading, so all are judged if the reading succeeded.
    yield* first.after.record === undefined ? [first] : refused;
    return;
  }
  let isExplained = false;
  try {
    await sendNewValues(session, toRefuse.one);
    for await (const seen of refusedOneByOne(session, toRefuse, places)) {
      isExplained ||= !('reply' in seen) && !isUnchanged(session, seen);
      yield seen;
    }
  } finally {
    // In `finally`, because the change guard may stop the run for this effect. An accepted change is its most
    // likely cause.
    if (!isExplained && isSurelyMade(session, first))
      yield refused.find(({ answer }) => isSuccess(answer.reply)) ?? first;
  }
}

/**
 * Sends each change alone. A reading may be stale and show the effect of an earlier change, so a refused
 * change that seems to have an effect is sent again before it is blamed.
 */
export async function* refusedOneByOne<One extends SentBody>(
  session: Session,
  toRefuse: ChangesToRefuse<One>,
  places: Iterable<number> = toRefuse.changesFrom(toRefuse.one.record).keys(),
): AsyncIterable<AnswerOrEffect<One>> {
  for (const place of places) {
    let { items: changes, gap } = await send(session, toRefuse, [place]);
    yield* changes.map(answered);
    const isSuspect = (change: ObservedChange): boolean =>
      !isAccepted(toRefuse, change) && !isUnchanged(session, change) && !isSurelyMade(session, change);
    if (changes.some(isSuspect)) {
      await sendNewValues(session, toRefuse.one);
      ({ items: changes, gap } = await send(session, toRefuse, [place]));
    }
    yield* changes;
    if (gap !== undefined) throw gap;
    if (changes.length === 0) return;
  }
}

/** @param places - indexes of the changes to send; by default all */
function send<One extends SentBody>(
  session: Session,
  { one, changesFrom }: ChangesToRefuse<One>,
  places?: readonly number[],
): Promise<ProbeItems<SentChange<One>>> {
  return changesTogether(session, one.client, (before) =>
    changesFrom(before)
      .map((change, place) => ({ ...change, place }))
      .filter(({ place }) => places?.includes(place) !== false),
  );
}

function isAccepted<One extends SentBody>(
  { mayBeAccepted }: ChangesToRefuse<One>,
  { answer }: ObservedChange,
): boolean {
  return mayBeAccepted === true && isSuccess(answer.reply);
}

function answered<One>(change: SentChange<One>): One & { readonly reply: Exchange } {
  return { ...change, reply: change.answer.reply };
}

function isUnchanged({ specification }: Session, { before, after }: ObservedChange): boolean {
  return differingFields(specification, before, after.record ?? before).length === 0;
}

/**
 * Whether the effect cannot come from an earlier change: a field that the run never sends is different, or a
 * value has disappeared.
 */
function isSurelyMade({ specification }: Session, { before, after }: ObservedChange): boolean {
  const { record = {} } = after;
  const sent: readonly string[] = changeableFields(specification);
  return changedFields(specification, before, record).some(
    (field) => field !== 'status' && (!sent.includes(field) || !shows(record, field)),
  );
}
