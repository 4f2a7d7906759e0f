import { updateClient } from '../api/calls.ts';
import type { Session } from '../harness/session.ts';
import { isObject } from '../schema/json.ts';
import { memberOf } from '../schema/pointer.ts';
import type { Exchange } from '../trace/exchange.ts';
import { type ChangeableField, type ClientRecord, identityOf, recordIn } from './client-record.ts';
import { emptyPatch } from './operations.ts';

/** A body of a change: fields of a client, each with its new value. */
export type Patch = Readonly<Partial<Record<ChangeableField, unknown>>>;

/** What a target showed of a client. */
export interface ClientReading {
  readonly reply: Exchange;
  /** Undefined where it showed no record, or that of another client. */
  readonly record: ClientRecord | undefined;
  readonly isOfAnother: boolean;
}

/** A change of a client, what the target answered, and what it showed before and after. */
export interface ObservedChange {
  readonly client: string;
  /** The body that was sent; any value of JSON, where it was wrong on purpose. */
  readonly body: unknown;
  readonly before: ClientRecord;
  readonly answer: ClientReading;
  readonly after: ClientReading;
  /** Whether other changes show that a refusal of it is not for values that are taken no more. */
  readonly isTakenOtherwise?: boolean;
  /** Fields that it sent and was answered with, and that no answer shows to a change which leaves them out. */
  readonly gone?: readonly string[];
}

/** Reads a client by changing nothing of it (interface 4.2: every field of the body is optional). */
export async function readBack(session: Session, client: string): Promise<ClientReading> {
  return clientReadingOf(await session.send(updateClient(client, emptyPatch), 'member'), client);
}

/** The same, where no reading shows what there is by now: for what a change is compared with. */
export async function readBefore(session: Session, client: string): Promise<ClientReading> {
  return clientReadingOf(await session.sendSinceChange(updateClient(client, emptyPatch), 'member'), client);
}

/** What a reply shows of the client that was asked for. */
export function clientReadingOf(reply: Exchange, client: string): ClientReading {
  const record = recordIn(reply);
  const isOfAnother = record !== undefined && identityOf(record, client) === 'other';
  return { reply, record: isOfAnother ? undefined : record, isOfAnother };
}

/** How readings without a record of the client are answered; continues the words "is answered". */
export function unreadInWords(readings: readonly ClientReading[]): string {
  const kinds = Map.groupBy(readings, ({ isOfAnother }) =>
    isOfAnother ? "with another client's record" : 'without a client record',
  );
  return [...kinds]
    .map(([kind, some]) => `${[...new Set(some.map(({ reply }) => reply.status))].join(', ')} ${kind}`)
    .join(' and ');
}

/** Sends a change, and reads the client back. */
export async function observeChange(
  session: Session,
  { client, before }: Pick<ObservedChange, 'client' | 'before'>,
  body: unknown,
): Promise<ObservedChange> {
  const reply = await session.send(updateClient(client, JSON.stringify(body)), 'member');
  const answer = clientReadingOf(reply, client);
  const after = await readBack(session, client);
  return { client, body, before, answer, after };
}

/** The fields that a change sends, with their values. */
export function patchOf({ body }: ObservedChange): Patch {
  return isObject(body) ? body : {};
}

/** Whether the body of a change names the field. */
export function namesField(change: ObservedChange, field: string): boolean {
  return memberOf(patchOf(change), field) !== undefined;
}
