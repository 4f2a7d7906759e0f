import { updateClient } from '../../api/calls.ts';
import { isSuccess } from '../../harness/assertions.ts';
import { Undecidable } from '../../harness/check.ts';
import { provenToken } from '../../harness/controls.ts';
import type { Session } from '../../harness/session.ts';
import {
  type ClientReading,
  clientReadingOf,
  type ObservedChange,
  observeChange,
  readBack,
} from '../../rules/client-change.ts';
import { type ChangeableField, type ClientRecord, changeableFields } from '../../rules/client-record.ts';
import { emptyPatch } from '../../rules/operations.ts';
import { isRestored, restorable } from '../../rules/restorable.ts';
import { isObject } from '../../schema/json.ts';
import type { Specification } from '../../specification/specification.ts';
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
  const statuses: number[] = [];
  for (const client of session.target.clients) {
    const reply = await session.sendOnce(updateClient(client, emptyPatch), 'member');
    const first = clientReadingOf(reply, client);
    statuses.push(reply.status);
    if (first.record === undefined) continue;
    // Twice: what differs without a change is not left as it was.
    const nothing = await observeChange(session, { client, before: first.record }, {});
    read.push({ client, original: nothing.after.record ?? first.record, nothing });
  }
  if (read.length === 0) {
    throw new Undecidable(
      'control-refused',
      `A change of nothing is answered ${[...new Set(statuses)].join(', ')} without a client record, so that nothing can be read back. Check tokens.member and clients.`,
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
  const own = restorable(specification, original);
  const start = untouched?.record ?? original;
  const changes: ObservedChange[] = [];
  // What is disposable need not be put back.
  const isDisposable = target.writes === 'all';
  const mayChange = (field: ChangeableField): boolean =>
    isDisposable || changes.some((change) => proves(specification, start, change, field));
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
    const alone = Object.entries(own).map(([field, value]) => ({ [field]: value }));
    for (const body of alone.length < 2 ? alone : [...alone, own]) {
      const before = changes.length === 0 ? start : changes.at(-1)?.after.record;
      if (before === undefined) break;
      changes.push(await observeChange(session, { client, before }, body));
    }
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
function proves(
  specification: Specification,
  start: ClientRecord,
  { body, answer, after }: ObservedChange,
  field: ChangeableField,
): boolean {
  const sent = isObject(body) ? body : {};
  if (Object.keys(sent).join() !== field || !isRestored(specification, field, sent, start)) return false;
  if (after.record === undefined || !isSuccess(answer.reply)) return false;
  return isRestored(specification, field, start, after.record);
}
