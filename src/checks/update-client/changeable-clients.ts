import { updateClient } from '../../api/calls.ts';
import { isSuccess } from '../../harness/assertions.ts';
import { provenToken } from '../../harness/controls.ts';
import { ofEach } from '../../harness/of-each.ts';
import type { Session } from '../../harness/session.ts';
import {
  type ClientReading,
  clientReadingOf,
  type ObservedChange,
  type Patch,
  patchOf,
  readBack,
  unreadInWords,
} from '../../rules/client-change.ts';
import { type ChangeableField, type ClientRecord, changeableFields } from '../../rules/client-record.ts';
import { missingFields } from '../../rules/known-fields.ts';
import { emptyPatch } from '../../rules/operations.ts';
import { isRestored, restorable } from '../../rules/restorable.ts';
import type { Specification } from '../../specification/specification.ts';
import { Undecidable } from '../../trace/gap.ts';
import { changesInTurn } from './changes-in-turn.ts';
import { type Changeable, linesOf } from './new-values.ts';
import { rehearsal } from './rehearsal.ts';

/** A listed client, and what may be tried on it. */
export interface ChangeableClient extends Changeable {
  /** As it is shown now. */
  readonly record: ClientRecord;
  /** As it was shown before any client was changed. */
  readonly original: ClientRecord;
  /** As it was shown when other clients had been changed, but not yet this one; undefined where none had been. */
  readonly untouched: ClientReading | undefined;
  /**
   * A change of nothing, a rehearsal where this is the first client to be put back, and changes of fields to what they
   * are: a value that was not taken so cannot be put back.
   */
  readonly firstChanges: readonly ObservedChange[];
  /** Why they did not come to their end. */
  readonly broken?: Undecidable;
}

/**
 * Reads every listed client.
 * @throws {Undecidable} `control-refused` when none of them can be read back
 */
export async function changeableClients(session: Session): Promise<readonly ChangeableClient[]> {
  await provenToken(session, 'member');
  const read: ReadClient[] = [];
  const unread: ClientReading[] = [];
  const emptied: string[] = [];
  // Readings alone need not wait for each other; what guards changes lets none of another client come before the first.
  const readings = ofEach(session.target.clients, async (client) => {
    const first = clientReadingOf(await session.sendOnce(updateClient(client, emptyPatch), 'member'), client);
    if (first.record === undefined) return { client, first };
    // What a change of nothing has emptied is not changed any further; the check of known fields tells it.
    const isEmptied = missingFields(session.target, client, first.record).length > 0;
    if (isEmptied) return { client, first, isEmptied };
    const nothing = await changeOfNothing(session, client, first.record);
    return { client, first, read: { client, original: nothing.after.record ?? first.record, nothing } };
  });
  for await (const { client, first, isEmptied = false, read: one } of readings) {
    if (first.record === undefined) unread.push(first);
    if (isEmptied) emptied.push(client);
    if (one !== undefined) read.push(one);
  }
  if (read.length === 0 && emptied.length > 0) {
    throw new Undecidable(
      'control-refused',
      `A reading of ${emptied.join(', ')} does not show what clients says, so that nothing is changed. Check it at the target.`,
    );
  }
  if (read.length === 0) {
    throw new Undecidable(
      'control-refused',
      `A change of nothing is answered ${unreadInWords(unread)}, so that nothing can be read back. Check tokens.member and clients.`,
    );
  }
  const all: ChangeableClient[] = [];
  for (const one of read) {
    const untouched = all.length === 0 ? undefined : await readBack(session, one.client);
    // What is disposable need not be put back, and one client shows what becomes of values.
    const isRehearsed = session.target.writes === 'all' || all.some(isTried);
    all.push(await withFirstChanges(session, one, untouched, isRehearsed));
  }
  return all;
}

/** So often is a client read again before it is changed, where everything is tried. */
const thoroughReadings = 4;

/** Reads a client again: what differs without a change is not left as it was. */
async function changeOfNothing(
  session: Session,
  client: string,
  before: ClientRecord,
): Promise<ObservedChange> {
  const readings = session.sampling.thorough ? thoroughReadings : 1;
  for (let reading = 1; ; reading += 1) {
    const again = await readBack(session, client);
    const nothing = { client, body: {}, before, answer: again, after: again };
    if (reading === readings) return nothing;
  }
}

/** Whether anything of the client was changed, be it to what it was. */
function isTried({ firstChanges }: ChangeableClient): boolean {
  return firstChanges.length > 1;
}

/** A client before any is changed, and a change of nothing of it. */
interface ReadClient extends Pick<ChangeableClient, 'client' | 'original'> {
  readonly nothing: ObservedChange;
}

async function withFirstChanges(
  session: Session,
  { client, original, nothing }: ReadClient,
  untouched: ClientReading | undefined,
  isRehearsed: boolean,
): Promise<ChangeableClient> {
  const { specification, target } = session;
  const { leaveFields = [] } = target;
  const own = Object.fromEntries(
    Object.entries(restorable(specification, original)).filter(([field]) => !leaveFields.includes(field)),
  );
  const start = untouched?.record ?? original;
  const changes: ObservedChange[] = [];
  // What is disposable need not be put back.
  const isDisposable = target.writes === 'all';
  const isTogether = !session.sampling.thorough;
  const proves = (change: ObservedChange, field: string): boolean =>
    (isTogether || Object.keys(patchOf(change)).length === 1) && isBack(specification, start, change, field);
  const isProven = (field: string): boolean => changes.some((change) => proves(change, field));
  const mayChange = (field: ChangeableField): boolean =>
    isProven(field) || (isDisposable && !leaveFields.includes(field));
  const soFar = (): ChangeableClient => ({
    ...{ specification, client, original, untouched },
    record: changes.at(-1)?.after.record ?? start,
    fields: changeableFields(specification).filter(mayChange),
    lines: isDisposable ? specification.fieldsOf('Address') : linesOf(specification, own.address),
    firstChanges: [nothing, ...changes],
  });
  try {
    // Before a value that is shown is ever sent back, one of our own shows whether that is safe.
    if (!isRehearsed)
      for await (const change of rehearsal(session, { client, start, own })) changes.push(change);
    const make = async (bodies: readonly Patch[]): Promise<void> => {
      const before = changes.length === 0 ? start : changes.at(-1)?.after.record;
      if (before === undefined) return;
      const plans = bodies.map((body) => ({ bodyFrom: () => body }));
      for await (const [change] of changesInTurn(session, { client, before }, plans)) changes.push(change);
    };
    // What the rehearsal has put back was taken already.
    const alone = (): Patch[] =>
      Object.entries(own)
        .filter(([field]) => !isProven(field))
        .map(([field, value]) => ({ [field]: value }));
    const together = Object.keys(own).length < 2 ? [] : [own];
    if (isTogether) {
      // Which way the status goes with an e-mail address is open (interface 3), so that one client is changed without it.
      const { emailAddress, ...others } = own;
      const isWithout = untouched === undefined && emailAddress !== undefined;
      await make([...together.filter(() => isWithout).map(() => others), ...together]);
      await make(alone());
    } else await make([...alone(), ...together]);
    return soFar();
  } catch (error) {
    // What was seen until then stands.
    if (error instanceof Undecidable) return { ...soFar(), broken: error };
    throw error;
  }
}

/** The client of which most can be changed; undefined where nothing of any can. */
export function mostChangeable(clients: readonly ChangeableClient[]): ChangeableClient | undefined {
  const [first] = clients.toSorted((one, other) => other.fields.length - one.fields.length);
  return first !== undefined && first.fields.length > 0 ? first : undefined;
}

/** The target took the field's own value, and shows it as at the start: so it can be put back. */
function isBack(
  specification: Specification,
  start: ClientRecord,
  change: ObservedChange,
  field: string,
): boolean {
  const { answer, after } = change;
  const sent = patchOf(change);
  if (!Object.hasOwn(sent, field) || !isRestored(specification, field, sent, start)) return false;
  if (after.record === undefined || !isSuccess(answer.reply)) return false;
  return isRestored(specification, field, start, after.record);
}
