import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, updateClient } from '../../api/calls.ts';
import { isSuccess } from '../../harness/assertions.ts';
import { provenToken } from '../../harness/controls.ts';
import type { Forgery } from '../../harness/forgeries.ts';
import type { Asked, Session } from '../../harness/session.ts';
import type { TokenName } from '../../harness/target.ts';
import { type ClientReading, clientReadingOf, type ObservedChange } from '../../rules/client-change.ts';
import type { FirstReading } from '../../rules/client-readings.ts';
import { type ClientRecord, isSame, shows } from '../../rules/client-record.ts';
import { emptyPatch } from '../../rules/operations.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { Undecidable } from '../../trace/gap.ts';
import { type Changeable, newValues } from './new-values.ts';

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
export type Start = Pick<ObservedChange, 'client' | 'before'>;

/** Makes a change computed from the current record. Undefined once the client can no longer be read back. */
export type Change = (bodyFrom: (shown: ClientRecord) => unknown) => Promise<ObservedChange | undefined>;

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
  const send = session.atOnce() === 'right' ? concurrentAnswers : answersInTurn;
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
  const answers = await session.sendAtOnce(sent.map(askedOf));
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
  const words = `The client ${client} does not show what was sent and taken, so it cannot be told whether a refused change was made or an earlier one is shown late.`;
  return new Undecidable('no-data', words);
}
