import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, updateClient } from '../../api/calls.ts';
import { isSuccess } from '../../harness/assertions.ts';
import { provenToken } from '../../harness/controls.ts';
import type { Forgery } from '../../harness/forgeries.ts';
import type { Asked, Session } from '../../harness/session.ts';
import type { TokenName } from '../../harness/target.ts';
import { wrongIn } from '../../rules/change-rules.ts';
import {
  type ClientReading,
  clientReadingOf,
  type ObservedChange,
  type Patch,
} from '../../rules/client-change.ts';
import type { FirstReading } from '../../rules/client-readings.ts';
import { type ClientRecord, isSame, shows } from '../../rules/client-record.ts';
import { emptyPatch } from '../../rules/operations.ts';
import type { Specification } from '../../specification/specification.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { Undecidable } from '../../trace/gap.ts';
import { type Changeable, linesOf, newValues } from './new-values.ts';

/** A client is read by an empty change of it (interface 4.2: every field of the body is optional). */
type Read = (session: Session, client: string) => Promise<ClientReading>;

function readingBy(ask: (session: Session, call: Call) => Promise<Exchange>): Read {
  return async (session, client) =>
    clientReadingOf(await ask(session, updateClient(client, emptyPatch)), client);
}

/** Its first reading in the run. */
export const readFirst: Read = readingBy((session, call) => session.sendOnce(call, 'member'));

/** The first readings of clients, one after the other. */
export async function* firstReadings(
  session: Session,
  clients: readonly string[],
): AsyncIterable<FirstReading> {
  await provenToken(session, 'member');
  for (const client of clients) yield { client, ...(await readFirst(session, client)) };
}

/** As it is shown before a change: its last reading, if nothing has changed since. */
export const readBefore: Read = readingBy((session, call) => session.sendSinceChange(call, 'member'));

export const readBack: Read = readingBy((session, call) => session.send(call, 'member'));

/** A client, and the record that it shows. */
type Start = Pick<ObservedChange, 'client' | 'before'>;

/** Makes a change computed from the current record. Undefined once the client can no longer be read back. */
type Change = (bodyFrom: (shown: ClientRecord) => unknown) => Promise<ObservedChange | undefined>;

/** Changes of a client one after the other. It is read back after each. */
export function changesOf(session: Session, { client, before }: Start): Change {
  let shown: ClientRecord | undefined = before;
  return async (bodyFrom) => {
    if (shown === undefined) return undefined;
    const body = bodyFrom(shown);
    const answer = await answerTo(session, { client, body });
    const after = await readBack(session, client);
    const change = { client, body, before: shown, answer, after };
    shown = after.record;
    return change;
  };
}

/** A body to send, and the credentials; by default those of the member. */
export interface SentBody {
  readonly body: unknown;
  readonly credentials?: TokenName | Forgery;
}

/**
 * Sends changes of a client concurrently, to save time, and reads it back once all are answered. Sends none if it
 * cannot be read first.
 */
export async function changesTogether<One extends SentBody>(
  session: Session,
  client: string,
  sentFor: (before: ClientRecord) => readonly One[],
): Promise<(One & ObservedChange)[]> {
  const { record: before } = await readBefore(session, client);
  if (before === undefined) return [];
  const sent = sentFor(before).map((one) => ({ ...one, client }));
  // One after the other, if the target answers wrongly under concurrency.
  const send = session.underConcurrency() === 'right' ? concurrentAnswers : answersInTurn;
  const answers = await send(session, sent);
  const after = await readBack(session, client);
  return sent.map((one, place) => ({ ...one, before, answer: answers[place] as ClientReading, after }));
}

interface SentTo extends SentBody {
  readonly client: string;
}

/**
 * Sends changes concurrently.
 * @throws {Undecidable} if an answer is missing
 */
export async function concurrentAnswers(session: Session, sent: readonly SentTo[]): Promise<ClientReading[]> {
  const answers = await session.sendConcurrently(sent.map(askedOf));
  return answers.map((reply, place) => {
    if (reply instanceof Error) throw reply;
    return clientReadingOf(reply, sent[place]?.client ?? '');
  });
}

async function answersInTurn(session: Session, sent: readonly SentTo[]): Promise<ClientReading[]> {
  const answers: ClientReading[] = [];
  for (const one of sent) answers.push(await answerTo(session, one));
  return answers;
}

function askedOf({ client, body, credentials = 'member' }: SentTo): Asked {
  return { call: updateClient(client, JSON.stringify(body)), credentials };
}

export async function answerTo(session: Session, sent: SentTo): Promise<ClientReading> {
  const { call, credentials } = askedOf(sent);
  return clientReadingOf(await session.send(call, credentials), sent.client);
}

/** Pauses before readings, in which a replica can catch up. */
const pausesMs = [0, 400, 800];

/**
 * Gives every changeable field a valid new value, so the effect of a refused change will be visible.
 * @returns why refusals cannot be judged, if the values are accepted but not shown
 */
export async function refill(session: Session, one: Changeable): Promise<Undecidable | undefined> {
  const { client, specification } = one;
  const { record } = await readBefore(session, client);
  if (record === undefined) return undefined;
  const body = newValues(one, record);
  const { reply } = await answerTo(session, { client, body });
  for (const pauseMs of pausesMs) {
    await sleep(pauseMs);
    const { record: shown } = await readBack(session, client);
    if (shown === undefined || !isSuccess(reply)) return undefined;
    const isShown = (field: string): boolean =>
      !shows(shown, field) || isSame(specification, field, body as ClientRecord, shown);
    if (Object.keys(body).every(isShown)) return undefined;
  }
  const words = `The client ${client} does not show what was sent and taken, so it is unclear whether a refused change was made or an earlier one is shown late.`;
  return new Undecidable('no-data', words);
}

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
interface MadeChange extends ObservedChange, PlannedChange {}

/**
 * Changes a client, one change after the other, until it can no longer be read back.
 *
 * Each answer shows the whole record, so the client is read back only after the last change. If a rule is broken, all
 * changes are repeated with a reading after each one, to find the change to blame.
 * @param readsBackEach - whether to read back after each change in any case, as a thorough run does
 */
export async function* changesInTurn(
  session: Session,
  start: Start,
  plans: readonly PlannedChange[],
  readsBackEach = session.sampling.thorough,
): AsyncIterable<MadeChange> {
  if (readsBackEach) {
    yield* madeInTurn(session, start, plans, true);
    return;
  }
  let count = 0;
  let suspect: MadeChange | undefined;
  for await (const made of madeInTurn(session, start, plans, false)) {
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
      for await (const made of madeInTurn(session, { ...start, before: record }, rest, true))
        again.push(made);
  } finally {
    // A sporadic deviation need not recur. Then report the first sighting.
    if (isFirst || again.every((change) => isRight(session, change))) yield suspect;
    yield* again;
  }
}

/**
 * Reads the client back after each change; or else only after the last change and after a wrong answer, and stops at a
 * change that breaks a rule.
 */
async function* madeInTurn(
  session: Session,
  { client, before }: Start,
  plans: readonly PlannedChange[],
  readsBackEach: boolean,
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
    const isEnough = !readsBackEach && index < plans.length - 1 && isAsRead && isRight(session, answered);
    const change = isEnough ? answered : { ...answered, after: await readBack(session, client) };
    if (!isEnough) for (const place of placesIn(specification, change.after.record)) known.add(place);
    yield { ...plan, ...change };
    shown = readsBackEach || isRight(session, change) ? change.after.record : undefined;
  }
}

/** The fields that a record shows, and the lines of its address. */
function placesIn(specification: Specification, record: ClientRecord = {}): string[] {
  const fields = specification.fieldsOf('Client').filter((field) => shows(record, field));
  return [...fields, ...linesOf(specification, record.address)];
}

function isRight({ specification }: Session, change: ObservedChange): boolean {
  return wrongIn(specification, change).length === 0;
}
