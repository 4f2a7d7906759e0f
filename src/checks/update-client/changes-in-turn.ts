import { updateClient } from '../../api/calls.ts';
import type { Session } from '../../harness/session.ts';
import { everyRule } from '../../rules/change-rules.ts';
import {
  clientReadingOf,
  type ObservedChange,
  observeChange,
  type Patch,
  readBack,
} from '../../rules/client-change.ts';
import { type ClientRecord, shows } from '../../rules/client-record.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Specification } from '../../specification/specification.ts';

/** A change to make of what is shown by then. */
export type BodyFrom = (shown: ClientRecord) => Patch;

/** What is planned of a change. */
export interface Planned {
  readonly bodyFrom: BodyFrom;
}

/** A change that was made, and the plan of it. */
export type Made<Plan extends Planned> = readonly [change: ObservedChange, plan: Plan];

/** A client, and the record that it shows. */
type Start = Pick<ObservedChange, 'client' | 'before'>;

/**
 * Makes changes of a client, one after the other, until it cannot be read back any more.
 *
 * Each answer shows the whole record, and so does the next one: the client need be read back only in the end. Where
 * something is not as the rules have it, only a reading after each change tells which of them is to blame, so that they
 * are all made again in that way. A thorough run makes them so from the start.
 */
export async function* changesInTurn<Plan extends Planned>(
  session: Session,
  start: Start,
  plans: readonly Plan[],
): AsyncIterable<Made<Plan>> {
  if (session.sampling.thorough) {
    yield* readBackEach(session, start, plans);
    return;
  }
  let count = 0;
  let suspect: Made<Plan> | undefined;
  for await (const made of readBackLast(session, start, plans)) {
    count += 1;
    if (isRight(session, made[0])) yield made;
    else suspect = made;
  }
  if (suspect === undefined) return;
  // The first was read before and after, whatever the others were.
  const isFirst = count === 1;
  const again: Made<Plan>[] = [];
  try {
    const { record } = suspect[0].after;
    const rest = isFirst ? plans.slice(1) : plans;
    if (record !== undefined)
      for await (const made of readBackEach(session, { ...start, before: record }, rest)) again.push(made);
  } finally {
    // What is wrong only now and then need not be wrong again.
    if (isFirst || again.every(([change]) => isRight(session, change))) yield suspect;
    yield* again;
  }
}

/** Reads the client back after each change. */
async function* readBackEach<Plan extends Planned>(
  session: Session,
  start: Start,
  plans: readonly Plan[],
): AsyncIterable<Made<Plan>> {
  let shown: ClientRecord | undefined = start.before;
  for (const plan of plans) {
    if (shown === undefined) return;
    const change = await observeChange(session, { ...start, before: shown }, plan.bodyFrom(shown));
    yield [change, plan];
    shown = change.after.record;
  }
}

/** Reads the client back after the last change, and after one that is not answered as it should; ends with a wrong one. */
async function* readBackLast<Plan extends Planned>(
  session: Session,
  { client, before }: Start,
  plans: readonly Plan[],
): AsyncIterable<Made<Plan>> {
  const { specification } = session;
  /** What readings have shown: answers to changes may show more, and less. */
  const known = new Set(placesIn(specification, before));
  let shown: ClientRecord | undefined = before;
  for (const [index, plan] of plans.entries()) {
    if (shown === undefined) return;
    const body = plan.bodyFrom(shown);
    const reply = await session.send(updateClient(client, JSON.stringify(body)), 'member');
    const answer = clientReadingOf(reply, client);
    const answered: ObservedChange = { client, body, before: shown, answer, after: answer };
    const places = placesIn(specification, answer.record);
    const isAsRead =
      places.every((place) => known.has(place)) &&
      placesIn(specification, body).every((place) => places.includes(place));
    const isEnough = index < plans.length - 1 && isAsRead && isRight(session, answered);
    const change = isEnough ? answered : { ...answered, after: await readBack(session, client) };
    if (!isEnough) for (const place of placesIn(specification, change.after.record)) known.add(place);
    yield [change, plan];
    shown = isRight(session, change) ? change.after.record : undefined;
  }
}

/** The fields that a record shows, and the lines of its address. */
function placesIn({ fieldsOf }: Specification, record: ClientRecord = {}): string[] {
  const lines = fieldsOf('Address').filter((line) => (memberOf(record.address, line) ?? '') !== '');
  return [...fieldsOf('Client').filter((field) => shows(record, field)), ...lines];
}

/** Whether no rule has anything against a change. */
function isRight({ specification }: Session, change: ObservedChange): boolean {
  return everyRule.every((rule) => rule(specification, change).every(({ kind }) => kind !== 'deviates'));
}
