import type { Session } from '../../harness/session.ts';
import { wrongIn } from '../../rules/change-rules.ts';
import type { ObservedChange, Patch } from '../../rules/client-change.ts';
import { type ClientRecord, shows } from '../../rules/client-record.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Specification } from '../../specification/specification.ts';
import { answerTo, changesOf, readBack, type Start } from './making-changes.ts';

/** A change to make of what is shown by then. */
export interface PlannedChange {
  readonly bodyFrom: (shown: ClientRecord) => Patch;
  /** The lines that the address does not have. */
  readonly without?: readonly string[];
  /** What is made where it is refused. */
  readonly ifRefused?: readonly PlannedChange[];
}

/** A change that is the same whatever is shown. */
export function planOf(body: Patch): PlannedChange {
  return { bodyFrom: () => body };
}

/** A change that was made, with the plan of it. */
export interface MadeChange extends ObservedChange, PlannedChange {}

/**
 * Makes changes of a client, one after the other, until it cannot be read back any more.
 *
 * Each answer shows the whole record, and so does the next one: the client need be read back only in the end. Where
 * something is not as the rules have it, only a reading after each change tells which of them is to blame, so that they
 * are all made again in that way. A thorough run makes them so from the start.
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
  // The first was read before and after, whatever the others were.
  const isFirst = count === 1;
  const again: MadeChange[] = [];
  try {
    const { record } = suspect.after;
    const rest = isFirst ? plans.slice(1) : plans;
    if (record !== undefined)
      for await (const made of readBackEach(session, { ...start, before: record }, rest)) again.push(made);
  } finally {
    // What is wrong only now and then need not be wrong again.
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

/** Reads the client back after the last change, and after one that is not answered as it should; ends with a wrong one. */
async function* readBackLast(
  session: Session,
  { client, before }: Start,
  plans: readonly PlannedChange[],
): AsyncIterable<MadeChange> {
  const { specification } = session;
  /** What readings have shown: answers to changes may show more, and less. */
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
