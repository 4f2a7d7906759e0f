import { Undecidable } from '../check.ts';
import { isSuccess } from '../judgements.ts';
import type { Session } from '../session.ts';
import { type ClientRecord, isSame } from './fields.ts';
import { type Introduction, introductions } from './introductions.ts';
import { patchOf, type Reading, readBack, type Step, takeStep } from './steps.ts';
import { newValue, type Patch } from './values.ts';

/** What the changes of a run came to; the checks of the rules of changes all look at it. */
export interface Exercise {
  readonly steps: readonly Step[];
  /** Clients as they were before and after another one was changed. */
  readonly bystanders: readonly Bystander[];
  /** Why it did not come to its end. */
  readonly broken?: Undecidable;
}

export interface Bystander {
  readonly before: ClientRecord;
  readonly after: Reading;
}

/** The records that are shown by now, of the clients that can still be read back. */
type Shown = Map<string, ClientRecord>;

/**
 * Changes every listed client: all fields together, each alone, and the address by ones with a line less.
 * @throws {Undecidable} when no client can be read back
 */
export async function exercise(session: Session): Promise<Exercise> {
  const clients = await session.share(introductions);
  const shown: Shown = new Map(clients.map(({ client, record }) => [client, record]));
  const steps: Step[] = clients.flatMap(({ rehearsals }) => rehearsals);
  const bystanders: Bystander[] = clients.flatMap(({ original, untouched }) =>
    untouched === undefined ? [] : [{ before: original, after: untouched }],
  );
  const lookAt = async (others: readonly Introduction[]): Promise<void> => {
    for (const { client } of others) {
      const before = shown.get(client);
      if (before === undefined) continue;
      const after = await readBack(session, client);
      bystanders.push({ before, after });
      note(shown, client, after);
    }
  };
  try {
    // The rehearsals of each client may have changed those before it.
    if (steps.length > 0) await lookAt(clients.slice(0, -1));
    for (const introduction of clients) {
      if (introduction.broken !== undefined) throw introduction.broken;
      for await (const step of stepsOf(session, introduction, shown)) steps.push(step);
      await lookAt(clients.filter((other) => other !== introduction));
    }
  } catch (error) {
    // What was seen until then stands.
    if (error instanceof Undecidable) return { steps, bystanders, broken: error };
    throw error;
  }
  return { steps, bystanders };
}

async function* stepsOf(session: Session, introduction: Introduction, shown: Shown): AsyncIterable<Step> {
  const { client } = introduction;
  for (const { bodyFrom, without } of changesOf(introduction)) {
    const before = shown.get(client);
    // What cannot be read back any more is not changed any further; the step before tells why.
    if (before === undefined) return;
    const step = await takeStep(session, { ...introduction, before }, bodyFrom(before));
    note(shown, client, step.after);
    if (without !== undefined) observeShortAddress(session, without, step);
    else observeNewValues(session, step);
    yield step;
  }
}

function note(shown: Shown, client: string, { record }: Reading): void {
  if (record === undefined) shown.delete(client);
  else shown.set(client, record);
}

/** A change to make of what is shown by then; of an address, perhaps one without a line that it may have. */
interface PlannedChange {
  readonly bodyFrom: (shown: ClientRecord) => Patch;
  readonly without?: string;
}

function changesOf({ client, fields, lines }: Introduction): PlannedChange[] {
  const value = (field: (typeof fields)[number], shown: ClientRecord, ofLines = lines): unknown =>
    newValue(field, client, shown, ofLines);
  // Without each line in turn: which of them an address must have is open.
  const spare = fields.includes('address') && lines.length > 1 ? lines : [];
  return [
    // First, so that what each of the others leaves out was changed before.
    ...(fields.length < 2 ? [] : [{ bodyFrom: (shown: ClientRecord) => bodyOf(fields, shown, value) }]),
    ...fields.map((field) => ({ bodyFrom: (shown: ClientRecord) => ({ [field]: value(field, shown) }) })),
    ...spare.map((without) => ({
      bodyFrom: (shown: ClientRecord) => ({
        address: value(
          'address',
          shown,
          lines.filter((line) => line !== without),
        ),
      }),
      without,
    })),
    ...spare.slice(0, 1).map(() => ({ bodyFrom: () => ({ address: {} }), without: 'any line' })),
  ];
}

function bodyOf(
  fields: Introduction['fields'],
  shown: ClientRecord,
  value: (field: Introduction['fields'][number], shown: ClientRecord) => unknown,
): Patch {
  return Object.fromEntries(fields.map((field) => [field, value(field, shown)]));
}

/** Which values a target takes is open (interface 7), and so is which way the status of a client goes (interface 3). */
function observeNewValues(session: Session, step: Step): void {
  const { answer, before, after } = step;
  const fields = Object.keys(patchOf(step));
  session.observe({
    requirement: 'update-and-create-errors',
    subject: `updateClient with ${fields.length === 1 ? `a new ${fields[0]}` : 'new values of all fields'}`,
    value: isSuccess(answer.reply) ? 'accepted' : String(answer.reply.status),
  });
  if (after.record === undefined || isSame('status', before, after.record)) return;
  session.observe({
    requirement: 'client-status-transitions',
    subject: `updateClient with ${fields.join(', ')}`,
    value: 'the status changes',
  });
}

function observeShortAddress(session: Session, line: string, { answer }: Step): void {
  const { status } = answer.reply;
  session.observe({
    requirement: 'address-fields-required',
    subject: `updateClient with an address without ${line}`,
    value: isSuccess(answer.reply) ? 'accepted' : String(status),
  });
}
