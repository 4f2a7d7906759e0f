import { updateClient } from '../api/calls.ts';
import type { Session } from '../harness/session.ts';
import { isObject } from '../schema/json.ts';
import { memberOf } from '../schema/pointer.ts';
import type { Exchange } from '../trace/exchange.ts';
import { type ChangeableField, type ClientRecord, identityOf, recordIn } from './client-record.ts';
import { emptyPatch } from './operations.ts';

export type Patch = Readonly<Partial<Record<ChangeableField, unknown>>>;

export interface ClientReading {
  readonly reply: Exchange;
  /** Undefined if the answer shows no record, or that of another client. */
  readonly record: ClientRecord | undefined;
  readonly isOfAnother: boolean;
}

export interface ObservedChange {
  readonly client: string;
  /** The body that was sent. It may be any JSON value if it was wrong on purpose. */
  readonly body: unknown;
  readonly before: ClientRecord;
  readonly answer: ClientReading;
  readonly after: ClientReading;
  /** Whether other changes show that a refusal cannot be due to outdated values. */
  readonly isTakenOtherwise?: boolean;
  /** Fields that this change sent and its answer showed, but that no answer to a later change without them shows. */
  readonly gone?: readonly string[];
}

/** Reads a client by sending an empty change (interface 4.2: every field of the body is optional). */
export async function readBack(session: Session, client: string): Promise<ClientReading> {
  return clientReadingOf(await session.send(updateClient(client, emptyPatch), 'member'), client);
}

/** As above, but reuses the last reading if nothing has changed since. Gives the state before a change. */
export async function readBefore(session: Session, client: string): Promise<ClientReading> {
  return clientReadingOf(await session.sendSinceChange(updateClient(client, emptyPatch), 'member'), client);
}

export function clientReadingOf(reply: Exchange, client: string): ClientReading {
  const record = recordIn(reply);
  const isOfAnother = record !== undefined && identityOf(record, client) === 'other';
  return { reply, record: isOfAnother ? undefined : record, isOfAnother };
}

/** Describes the answers of readings without a record of the client; continues the words "is answered". */
export function unreadInWords(readings: readonly ClientReading[]): string {
  const kinds = Map.groupBy(readings, ({ isOfAnother }) =>
    isOfAnother ? "with another client's record" : 'without a client record',
  );
  return [...kinds]
    .map(([kind, some]) => `${[...new Set(some.map(({ reply }) => reply.status))].join(', ')} ${kind}`)
    .join(' and ');
}

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

export function patchOf({ body }: ObservedChange): Patch {
  return isObject(body) ? body : {};
}

export function namesField(change: ObservedChange, field: string): boolean {
  return memberOf(patchOf(change), field) !== undefined;
}
