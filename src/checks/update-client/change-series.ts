import { isSuccess } from '../../harness/assertions.ts';
import { Undecidable } from '../../harness/check.ts';
import type { Session } from '../../harness/session.ts';
import {
  type ClientReading,
  type ObservedChange,
  observeChange,
  type Patch,
  patchOf,
  readBack,
} from '../../rules/client-change.ts';
import { type ClientRecord, isSame } from '../../rules/client-record.ts';
import { type ChangeableClient, changeableClients } from './changeable-clients.ts';
import { newValues } from './new-values.ts';

/** What the changes of a run came to; the checks of the rules of changes all look at it. */
export interface ChangeSeries {
  readonly changes: readonly ObservedChange[];
  /** Clients as they were before and after another one was changed. */
  readonly otherClients: readonly OtherClient[];
  /** Why it did not come to its end. */
  readonly broken?: Undecidable;
}

export interface OtherClient {
  readonly before: ClientRecord;
  readonly after: ClientReading;
}

/** The records that are shown by now, of the clients that can still be read back. */
type Shown = Map<string, ClientRecord>;

/**
 * Changes every listed client: all fields together, each alone, and the address by ones with a line less.
 * @throws {Undecidable} when no client can be read back
 */
export async function changeSeries(session: Session): Promise<ChangeSeries> {
  const clients = await session.share(changeableClients);
  const shown: Shown = new Map(clients.map(({ client, record }) => [client, record]));
  const changes: ObservedChange[] = clients.flatMap(({ firstChanges }) => firstChanges);
  const otherClients: OtherClient[] = clients.flatMap(({ original, untouched }) =>
    untouched === undefined ? [] : [{ before: original, after: untouched }],
  );
  const lookAt = async (others: readonly ChangeableClient[]): Promise<void> => {
    for (const { client } of others) {
      const before = shown.get(client);
      if (before === undefined) continue;
      const after = await readBack(session, client);
      otherClients.push({ before, after });
      note(shown, client, after);
    }
  };
  try {
    // The identity changes of each client may have changed those before it.
    if (changes.length > 0) await lookAt(clients.slice(0, -1));
    for (const changeable of clients) {
      if (changeable.broken !== undefined) throw changeable.broken;
      for await (const change of observedChanges(session, changeable, shown)) changes.push(change);
      await lookAt(clients.filter((other) => other !== changeable));
    }
  } catch (error) {
    // What was seen until then stands.
    if (error instanceof Undecidable) return { changes, otherClients, broken: error };
    throw error;
  }
  return { changes, otherClients };
}

async function* observedChanges(
  session: Session,
  changeable: ChangeableClient,
  shown: Shown,
): AsyncIterable<ObservedChange> {
  const { client } = changeable;
  for (const { bodyFrom, without } of changesOf(changeable)) {
    const before = shown.get(client);
    // What cannot be read back any more is not changed any further; the change before tells why.
    if (before === undefined) return;
    const change = await observeChange(session, { ...changeable, before }, bodyFrom(before));
    note(shown, client, change.after);
    if (without !== undefined) observeShortAddress(session, without, change);
    else observeNewValues(session, change);
    yield change;
  }
}

function note(shown: Shown, client: string, { record }: ClientReading): void {
  if (record === undefined) shown.delete(client);
  else shown.set(client, record);
}

/** A change to make of what is shown by then; of an address, perhaps one without a line that it may have. */
interface PlannedChange {
  readonly bodyFrom: (shown: ClientRecord) => Patch;
  readonly without?: string;
}

function changesOf({ specification, client, fields, lines }: ChangeableClient): PlannedChange[] {
  const sending =
    (sent: typeof fields, within = lines): PlannedChange['bodyFrom'] =>
    (shown) =>
      newValues({ specification, client, fields: sent, lines: within }, shown);
  // Without each line in turn: which of them an address must have is open.
  const spare = fields.includes('address') && lines.length > 1 ? lines : [];
  return [
    // First, so that what each of the others leaves out was changed before.
    ...(fields.length < 2 ? [] : [{ bodyFrom: sending(fields) }]),
    ...fields.map((field) => ({ bodyFrom: sending([field]) })),
    ...spare.map((without) => ({
      bodyFrom: sending(
        ['address'],
        lines.filter((line) => line !== without),
      ),
      without,
    })),
    ...spare.slice(0, 1).map(() => ({ bodyFrom: () => ({ address: {} }), without: 'any line' })),
  ];
}

/** Which values a target takes is open (interface 7), and so is which way the status of a client goes (interface 3). */
function observeNewValues(session: Session, change: ObservedChange): void {
  const { answer, before, after } = change;
  const fields = Object.keys(patchOf(change));
  session.observe({
    requirement: 'update-and-create-errors',
    subject: `updateClient with ${fields.length === 1 ? `a new ${fields[0]}` : 'new values of all fields'}`,
    value: isSuccess(answer.reply) ? 'accepted' : String(answer.reply.status),
  });
  if (after.record === undefined || isSame(session.specification, 'status', before, after.record)) return;
  session.observe({
    requirement: 'client-status-transitions',
    subject: `updateClient with ${fields.join(', ')}`,
    value: 'the status changes',
  });
}

function observeShortAddress(session: Session, line: string, { answer }: ObservedChange): void {
  const { status } = answer.reply;
  session.observe({
    requirement: 'address-fields-required',
    subject: `updateClient with an address without ${line}`,
    value: isSuccess(answer.reply) ? 'accepted' : String(status),
  });
}
