import { updateClient } from '../../client/calls.ts';
import { memberOf } from '../../specification/pointer.ts';
import type { Reply, Session } from '../session.ts';
import { type ClientRecord, recordIn } from './fields.ts';
import type { Patch } from './values.ts';

/** A client as a target showed it; what it showed may be no record. */
export interface Reading {
  readonly reply: Reply;
  readonly record: ClientRecord | undefined;
}

/** A change of a client, what the target answered, and what it showed before and after. */
export interface Step {
  readonly client: string;
  /** The body that was sent; any value of JSON, where it was wrong on purpose. */
  readonly body: unknown;
  readonly before: ClientRecord;
  readonly answer: Reading;
  readonly after: Reading;
}

/** Reads a client by changing nothing of it (interface 4.2: every field of the body is optional). */
export async function readBack(session: Session, client: string): Promise<Reading> {
  return readingOf(await session.send(updateClient(client, '{}'), 'member'));
}

/** What a reply shows of a client. */
export function readingOf(reply: Reply): Reading {
  return { reply, record: recordIn(reply) };
}

/** Sends a change, and reads the client back. */
export async function takeStep(
  session: Session,
  { client, before }: Pick<Step, 'client' | 'before'>,
  body: unknown,
): Promise<Step> {
  const answer = readingOf(await session.send(updateClient(client, JSON.stringify(body)), 'member'));
  const after = await readBack(session, client);
  return { client, body, before, answer, after };
}

/** The fields that a step changes. */
export function patchOf({ body }: Step): Patch {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Patch) : {};
}

/** Whether the step's body names the field. */
export function changes(step: Step, field: string): boolean {
  return memberOf(patchOf(step), field) !== undefined;
}
