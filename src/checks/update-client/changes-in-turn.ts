import type { Session } from '../../harness/session.ts';
import { wrongIn } from '../../rules/change-rules.ts';
import type { ObservedChange, Patch } from '../../rules/client-change.ts';
import { type ClientRecord, shows } from '../../rules/client-record.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Specification } from '../../specification/specification.ts';
import { answerTo, changesOf, readBack, type Start } from './making-changes.ts';

/** A change to make. Its body is computed from the current record. */
export interface PlannedChange {
  readonly bodyFrom: (shown: ClientRecord) => Patch;
  /** Lines left out of the address. */
  readonly without?: readonly string[];
  /** Changes to make instead if the target refuses this one. */
  readonly ifRefused?: readonly PlannedChange[];
}

/** A change whose body does not depend on the current record. */
export function planOf(body: Patch): PlannedChange {
  return { bodyFrom: () => body };
}

/** A change that was made, with the plan of it. */
export interface MadeChange extends ObservedChange, PlannedChange {}

/**
 * Changes a client, one change after the other, until it can no longer be read back.
 *
 * Each answer shows the whole record, so the client is read back only after the last change. If a rule is broken, all
 * changes are repeated with a reading after each one, to find the change to blame. A thorough run always reads back
 * after each change.
 */
export async function* changesInTurn(
  session: Session,
  start: Start,
  plans: readonly PlannedChange[],
): AsyncIterable<MadeChange> {
  if (session.sampling.thorough) {
    yield* readBackEach(session, start, plans);
    return;
  }
  let count = 0;
  let suspect: MadeChange | undefined;
  for await (const made of readBackLast(session, start, plans)) {
    count += 1;
    if (isRight(session, made)) yield made;
    else suspect = made;
  }
  if (suspect === undefined) return;
  // The first change was read before and after in any case, so it need not be repeated.
  const isFirst = count === 1;
  const again: MadeChange[] = [];
  try {
    const { record } = suspect.after;
    const rest = isFirst ? plans.slice(1) : plans;
    if (record !== undefined)
      for await (const made of readBackEach(session, { ...start, before: record }, rest)) again.push(made);
  } finally {
    // A sporadic deviation need not recur. Then report the first sighting.
    if (isFirst || again.every((change) => isRight(session, change))) yield suspect;
    yield* again;
  }
}

/** Reads the client back after each change. */
export async function* readBackEach(
  session: Session,
  start: Start,
  plans: readonly PlannedChange[],
): AsyncIterable<MadeChange> {
  const change = changesOf(session, start);
  for (const plan of plans) {
    const made = await change(plan.bodyFrom);
    if (made === undefined) return;
    yield { ...plan, ...made };
  }
}

/** Reads the client back after the last change and after a wrong answer. Stops at a change that breaks a rule. */
async function* readBackLast(
  session: Session,
  { client, before }: Start,
  plans: readonly PlannedChange[],
): AsyncIterable<MadeChange> {
  const { specification } = session;
  /** Fields seen in readings. Answers to changes may show more or fewer. */
  const known = new Set(placesIn(specification, before));
  let shown: ClientRecord | undefined = before;
  for (const [index, plan] of plans.entries()) {
    if (shown === undefined) return;
    const body = plan.bodyFrom(shown);
    const answer = await answerTo(session, { client, body });
    const answered: ObservedChange = { client, body, before: shown, answer, after: answer };
    const places = placesIn(specification, answer.record);
    const isAsRead =
      places.every((place) => known.has(place)) &&
      placesIn(specification, body).every((place) => places.includes(place));
    const isEnough = index < plans.length - 1 && isAsRead && isRight(session, answered);
    const change = isEnough ? answered : { ...answered, after: await readBack(session, client) };
    if (!isEnough) for (const place of placesIn(specification, change.after.record)) known.add(place);
    yield { ...plan, ...change };
    shown = isRight(session, change) ? change.after.record : undefined;
  }
}

/** The fields that a record shows, and the lines of its address. */
function placesIn({ fieldsOf }: Specification, record: ClientRecord = {}): string[] {
  const lines = fieldsOf('Address').filter((line) => (memberOf(record.address, line) ?? '') !== '');
  return [...fieldsOf('Client').filter((field) => shows(record, field)), ...lines];
}

function isRight({ specification }: Session, change: ObservedChange): boolean {
  return wrongIn(specification, change).length === 0;
}
