import { Undecidable } from '../check.ts';
import { isSuccess } from '../judgements.ts';
import type { Session } from '../session.ts';
import type { ClientRecord } from './fields.ts';
import { type Introduction, introductions } from './introductions.ts';
import { type Reading, readBack, type Step, takeStep } from './steps.ts';
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
  readonly unsteady: ReadonlySet<string>;
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
  const bystanders: Bystander[] = clients.flatMap(({ original, untouched, unsteady }) =>
    untouched === undefined ? [] : [{ before: original, after: untouched, unsteady }],
  );
  const lookAt = async (others: readonly Introduction[]): Promise<void> => {
    for (const { client, unsteady } of others) {
      const before = shown.get(client);
      if (before === undefined) continue;
      const after = await readBack(session, client);
      bystanders.push({ before, after, unsteady });
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
    // Which lines of an address are required is open, so that an address with one less may be refused.
    if (without === undefined || isSuccess(step.answer.reply)) yield step;
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
  const spare = fields.includes('address') ? spareLines.filter((line) => lines.includes(line)) : [];
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
  ];
}

function bodyOf(
  fields: Introduction['fields'],
  shown: ClientRecord,
  value: (field: Introduction['fields'][number], shown: ClientRecord) => unknown,
): Patch {
  return Object.fromEntries(fields.map((field) => [field, value(field, shown)]));
}

/** Lines that an address can perhaps do without. */
const spareLines: readonly string[] = ['line_3', 'line_2', 'county', 'uprn'];

function observeShortAddress(session: Session, line: string, { answer }: Step): void {
  const { status } = answer.reply;
  session.observe({
    requirement: 'address-fields-required',
    subject: `updateClient with an address without ${line}`,
    value: isSuccess(answer.reply) ? 'accepted' : String(status),
  });
}
