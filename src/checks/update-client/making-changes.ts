import { type Call, updateClient } from '../../api/calls.ts';
import { isSuccess } from '../../harness/assertions.ts';
import { provenToken } from '../../harness/controls.ts';
import type { ProbeItems } from '../../harness/probe-items.ts';
import type { Asked, Credentials, Session } from '../../harness/session.ts';
import { type Spelling, withSpelling } from '../../harness/spellings.ts';
import { wrongIn } from '../../rules/change-rules.ts';
import {
  blockersAt,
  type ClientReading,
  clientReadingOf,
  type ObservedChange,
  type Patch,
} from '../../rules/client-change.ts';
import {
  type ChangeableField,
  type ClientRecord,
  differingFields,
  shows,
} from '../../rules/client-record.ts';
import { emptyPatch } from '../../rules/operations.ts';
import { escaped } from '../../schema/json.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Specification } from '../../specification/specification.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { Undecidable, undecidableIn } from '../../trace/gap.ts';
import { type Changeable, linesOf, newValues } from './new-values.ts';

/** A client can only be read by an empty PATCH: every field of the body is optional (interface 4.2). */
type Read = (session: Session, client: string) => Promise<ClientReading>;

export const readFirst: Read = async (session, client) =>
  clientReadingOf(await session.sendOnce(updateClient(client, emptyPatch), 'member'), client);

/**
 * The bodies for reading clients whose empty PATCH does not show the record: one field with its last accepted value.
 */
async function readingBodies(): Promise<Map<string, Patch>> {
  return new Map();
}

export async function bodyToRead(session: Session, client: string): Promise<Patch> {
  return (await session.share(readingBodies)).get(client) ?? {};
}

const revealing: readonly ChangeableField[] = ['firstName', 'lastName', 'companyName'];

/**
 * Reads a client by a change to an invented value, if an empty PATCH does not show the record. Only
 * disposable data allows that.
 */
export async function readByChanging(session: Session, client: string): Promise<ClientReading | undefined> {
  const { writes, leaveFields = [] } = session.target;
  if (writes !== 'all') return undefined;
  for (const field of revealing.filter((one) => !leaveFields.includes(one))) {
    const body = { [field]: 'Sample' };
    const reading = await answerTo(session, { client, body });
    if (reading.isOfAnother) return undefined;
    if (reading.record === undefined) continue;
    (await session.share(readingBodies)).set(client, body);
    return reading;
  }
  return undefined;
}

/**
 * The reading in an answer. If the change set the field that is sent to read this client, later readings send
 * the new value.
 */
async function readingFrom(
  session: Session,
  { client, body }: SentTo,
  reply: Exchange,
): Promise<ClientReading> {
  const values = await session.share(readingBodies);
  const [field = ''] = Object.keys(values.get(client) ?? {});
  const value = memberOf(body, field);
  if (isSuccess(reply) && value !== undefined) values.set(client, { [field]: value });
  return clientReadingOf(reply, client);
}

function readingBy(ask: (session: Session, call: Call) => Promise<Exchange>): Read {
  return async (session, client) => {
    const body = JSON.stringify(await bodyToRead(session, client));
    return clientReadingOf(await ask(session, updateClient(client, body)), client);
  };
}

export async function* firstReadings(
  session: Session,
  clients: readonly string[],
): AsyncIterable<ClientReading> {
  await provenToken(session, 'member');
  for (const client of clients) yield await readFirst(session, client);
}

/** Reuses the last reading if nothing has changed since. */
export const readBefore: Read = readingBy((session, call) => session.sendSinceChange(call, 'member'));

export const readBack: Read = readingBy((session, call) => session.send(call, 'member'));

type Start = Pick<ObservedChange, 'client' | 'before'>;

/** Makes a change. Returns undefined once the client can no longer be read back. */
type Change = (sent: Pick<SentBody, 'body' | 'isEscaped'>) => Promise<ObservedChange | undefined>;

export function changesOf(session: Session, { client, before }: Start): Change {
  let shown: ClientRecord | undefined = before;
  return async (sent) => {
    if (shown === undefined) return undefined;
    const answer = await answerTo(session, { client, ...sent });
    const after = await readBack(session, client);
    const change = { client, body: sent.body, before: shown, answer, after };
    shown = after.record;
    return change;
  };
}

export interface SentBody {
  readonly body: unknown;
  readonly credentials?: Credentials;
  readonly isChunked?: true | undefined;
  readonly spelling?: Spelling | undefined;
  /** Whether characters beyond ASCII are written as `\u00eb`, as many JSON libraries do. */
  readonly isEscaped?: true | undefined;
}

/**
 * Makes concurrent changes and reads the client back. If an answer is missing, the client is not read back, since an
 * unanswered change may still take effect: `after` of each change is then its own answer.
 */
export async function changesTogether<One extends SentBody>(
  session: Session,
  client: string,
  sentFor: (before: ClientRecord) => readonly One[],
): Promise<ProbeItems<One & ObservedChange>> {
  const { record: before } = await readBefore(session, client);
  if (before === undefined) return { items: [] };
  const sent = sentFor(before).map((one) => ({ ...one, client }));
  const isRight = session.underConcurrency() === 'right';
  // Requests are sent one after the other if the target answers wrongly under concurrency.
  const replies = await (isRight
    ? session.sendConcurrently(sent.map(askedOf))
    : repliesInSequence(session, sent));
  const gap = replies.find((reply) => reply instanceof Error);
  const after = gap === undefined ? await readBack(session, client) : undefined;
  const items = sent.flatMap((one, place) => {
    const reply = replies[place];
    if (reply === undefined || reply instanceof Error) return [];
    const answer = clientReadingOf(reply, client);
    return { ...one, before, answer, after: after ?? answer };
  });
  return gap === undefined ? { items } : { items, gap: undecidableIn(gap) };
}

interface SentTo extends SentBody {
  readonly client: string;
}

/** @throws {Undecidable} if an answer is missing */
export async function concurrentAnswers(session: Session, sent: readonly SentTo[]): Promise<ClientReading[]> {
  const replies = await session.sendConcurrently(sent.map(askedOf));
  const answers: ClientReading[] = [];
  for (const [place, one] of sent.entries()) {
    const reply = replies[place] as Exchange | Error;
    if (reply instanceof Error) throw reply;
    answers.push(await readingFrom(session, one, reply));
  }
  return answers;
}

async function repliesInSequence(session: Session, sent: readonly SentTo[]): Promise<(Exchange | Error)[]> {
  const replies: (Exchange | Error)[] = [];
  for (const { call, credentials } of sent.map(askedOf))
    replies.push(await session.send(call, credentials).catch(undecidableIn));
  return replies;
}

function askedOf({ client, body, credentials = 'member', isChunked, spelling, isEscaped }: SentTo): Asked {
  const json = JSON.stringify(body);
  const plain = updateClient(client, isEscaped ? json.replaceAll(/[^\0-\u007f]/g, escaped) : json);
  const call = spelling === undefined ? plain : withSpelling(plain, spelling);
  return { call: isChunked ? { ...call, isChunked } : call, credentials };
}

export async function answerTo(session: Session, sent: Omit<SentTo, 'credentials'>): Promise<ClientReading> {
  return readingFrom(session, sent, await session.send(askedOf(sent).call, 'member'));
}

const catchUpMs = 400;
const maxReadingsAgain = 3;

/**
 * Gives every changeable field a new value, so a later change that is refused but made anyway is visible.
 * @throws {Undecidable} if readings still differ at the end: an earlier change that shows late would look
 * like the effect of a refused one
 */
export async function sendNewValues(session: Session, one: Changeable): Promise<void> {
  const { client, specification } = one;
  const { record } = await readBefore(session, client);
  if (record === undefined) return;
  const { reply } = await answerTo(session, { client, body: newValues(one, record) });
  let last = await readBack(session, client);
  let fields: readonly string[] = [];
  for (let again = 0; again < maxReadingsAgain; again += 1) {
    await session.wait(catchUpMs);
    const next = await readBack(session, client);
    if (last.record === undefined || next.record === undefined) return;
    fields = differingFields(specification, last.record, next.record);
    const isSeen = !isSuccess(reply) || differingFields(specification, record, next.record).length > 0;
    if (fields.length === 0 && isSeen) return;
    last = next;
  }
  const words = `The client ${client} shows other values with each reading, or not those that it accepted, so it is unclear whether a refused change was made or an earlier one is shown late.`;
  throw new Undecidable('no-data', [words, client], ...blockersAt(last, fields));
}

export interface PlannedChange {
  readonly bodyFrom: (shown: ClientRecord) => Patch;
  readonly omittedLines?: readonly string[];
  readonly isChunked?: true;
  readonly ifRefused?: readonly PlannedChange[];
}

export function planOf(body: Patch): PlannedChange {
  return { bodyFrom: () => body };
}

interface MadeChange extends ObservedChange, PlannedChange {}

/**
 * Makes changes one after the other. Each answer contains the whole record, so the client is read back only after the
 * last change, unless `readsBackEach` is set. If a rule is broken, the changes are repeated with a reading after each,
 * to find the change to blame.
 */
export async function* changesInSequence(
  session: Session,
  start: Start,
  plans: readonly PlannedChange[],
  readsBackEach = session.sampling.thorough,
): AsyncIterable<MadeChange> {
  if (readsBackEach) return yield* madeInSequence(session, start, plans, true);
  let count = 0;
  let suspect: MadeChange | undefined;
  for await (const made of madeInSequence(session, start, plans, false)) {
    count += 1;
    if (isRight(session, made)) yield made;
    else suspect = made;
  }
  if (suspect === undefined) return;
  // The first change has a reading before and after it anyway, so it is not repeated.
  const isFirst = count === 1;
  const again: MadeChange[] = [];
  try {
    const { record } = suspect.after;
    const rest = isFirst ? plans.slice(1) : plans;
    if (record !== undefined)
      for await (const made of madeInSequence(session, { ...start, before: record }, rest, true))
        again.push(made);
  } finally {
    // If the deviation does not recur, report the first occurrence.
    if (isFirst || again.every((change) => isRight(session, change))) yield suspect;
    yield* again;
  }
}

/**
 * Makes the changes one after the other. Unless the client is read back after each change, stops at a change that
 * breaks a rule.
 */
async function* madeInSequence(
  session: Session,
  { client, before }: Start,
  plans: readonly PlannedChange[],
  readsBackEach: boolean,
): AsyncIterable<MadeChange> {
  const { specification } = session;
  /** The places that readings have shown. An answer to a change may show more. */
  const known = new Set(placesIn(specification, before));
  let shown: ClientRecord | undefined = before;
  for (const [index, plan] of plans.entries()) {
    if (shown === undefined) return;
    const body = plan.bodyFrom(shown);
    const answer = await answerTo(session, { client, body, isChunked: plan.isChunked });
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

function placesIn(specification: Specification, record: ClientRecord = {}): string[] {
  const fields = specification.fieldsOf('Client').filter((field) => shows(record, field));
  return [...fields, ...linesOf(specification, record.address)];
}

function isRight({ specification }: Session, change: ObservedChange): boolean {
  return wrongIn(specification, change).length === 0;
}
