import { isSuccess } from '../../harness/assertions.ts';
import { provenToken } from '../../harness/controls.ts';
import { collectItems, mapConcurrently } from '../../harness/probe-items.ts';
import type { Session } from '../../harness/session.ts';
import {
  blockersAt,
  type ClientReading,
  type ObservedChange,
  type Patch,
  patchOf,
  unreadInWords,
} from '../../rules/client-change.ts';
import {
  type ChangeableField,
  type ClientRecord,
  changeableFields,
  missingFields,
} from '../../rules/client-record.ts';
import { isRestored, restorable } from '../../rules/restorable.ts';
import { nothingToChange } from '../../rules/series-rules.ts';
import { Undecidable, undecidableIn } from '../../trace/gap.ts';
import {
  bodyToRead,
  changesInSequence,
  planOf,
  readBack,
  readByChanging,
  readFirst,
} from './making-changes.ts';
import { type Changeable, linesOf } from './new-values.ts';
import { rehearsal } from './rehearsal.ts';

export interface ChangeableClient extends Changeable {
  readonly record: ClientRecord;
  readonly original: ClientRecord;
  /**
   * The reading just before this client's first change, after other clients were changed. Undefined for the
   * first client.
   */
  readonly untouched: ClientReading | undefined;
  /**
   * The changes made first: an empty one; for the first client, a rehearsal with invented values; and the client's own
   * values sent back. A field whose own value is refused cannot be restored.
   */
  readonly firstChanges: readonly ObservedChange[];
  readonly broken?: Undecidable | undefined;
}

/**
 * Reads the listed clients, and finds out which of their fields can be restored.
 * @throws {Undecidable} `control-refused` if no client can be read back
 */
export async function changeableClients(session: Session): Promise<readonly ChangeableClient[]> {
  await provenToken(session, 'member');
  const { items: readings, gap } = await collectItems(
    mapConcurrently(session.target.clients, async (client) => {
      const first = await readFirst(session, client);
      const isUnread = first.record === undefined && !first.isOfAnother;
      const isThere = ![401, 403, 404, 410].includes(first.reply.status);
      const { record } = (isUnread && isThere ? await readByChanging(session, client) : undefined) ?? first;
      // Never change a client that an empty PATCH has emptied. The check of known fields reports it.
      if (record === undefined || missingFields(session.target, client, record).length > 0)
        return { ...first, nothing: undefined };
      return { ...first, nothing: await emptyChange(session, client, record) };
    }),
  );
  if (gap !== undefined) throw gap;
  const emptyChanges = readings.flatMap(({ nothing }) => nothing ?? []);
  if (emptyChanges.length === 0) {
    const unread = readings.filter(({ record }) => record === undefined);
    const emptied = readings.filter(({ record }) => record !== undefined);
    throw new Undecidable(
      'control-refused',
      emptied.length > 0
        ? `A reading of ${emptied.map(({ client }) => client).join(', ')} does not show what clients says, so nothing is changed. Check it at the target.`
        : `An empty change is answered ${unreadInWords(unread)}, so nothing can be read back. Check tokens.member and clients.`,
      ...emptied.flatMap((one) =>
        blockersAt(one, missingFields(session.target, one.client, one.record ?? {})),
      ),
      ...unread.map(({ reply }) => reply),
    );
  }
  const all: ChangeableClient[] = [];
  for (const nothing of emptyChanges) {
    // The rehearsal sends invented values. It is left out if the data is disposable, or another client has
    // shown that values survive a change.
    const isRehearsed =
      session.target.writes === 'all' || all.some(({ firstChanges }) => firstChanges.length > 1);
    all.push(await withFirstChanges(session, nothing, all.length === 0, isRehearsed));
  }
  return all;
}

const thoroughReadingsPerClient = 4;

async function emptyChange(session: Session, client: string, before: ClientRecord): Promise<ObservedChange> {
  const readings = session.sampling.thorough ? thoroughReadingsPerClient : 1;
  for (let reading = 1; reading < readings; reading += 1) await readBack(session, client);
  const again = await readBack(session, client);
  return { client, body: await bodyToRead(session, client), before, answer: again, after: again };
}

async function withFirstChanges(
  session: Session,
  nothing: ObservedChange,
  isFirst: boolean,
  isRehearsed: boolean,
): Promise<ChangeableClient> {
  const { specification, target } = session;
  const { leaveFields = [] } = target;
  const { client } = nothing;
  const original = nothing.after.record ?? nothing.before;
  const own = Object.fromEntries(
    Object.entries(restorable(specification, original)).filter(([field]) => !leaveFields.includes(field)),
  );
  let untouched: ClientReading | undefined;
  let start = original;
  const changes: ObservedChange[] = [];
  const isTogether = !session.sampling.thorough;
  // Disposable data need not be restored, so every field may be changed.
  const isDisposable = target.writes === 'all';
  const shows = (record: ClientRecord | undefined, field: string, values: ClientRecord): boolean =>
    record !== undefined && isRestored(specification, field, values, record, isDisposable);
  /** Whether the client's own value of the field was sent, accepted and shown again. */
  const isProven = (field: string): boolean =>
    changes.some((change) => {
      const sent = patchOf(change) as ClientRecord;
      const isMeant = Object.hasOwn(sent, field) && (isTogether || Object.keys(sent).length === 1);
      const isBack = isSuccess(change.answer.reply) && shows(change.after.record, field, start);
      return isMeant && shows(start, field, sent) && isBack;
    });
  const make = async (bodies: readonly Patch[]): Promise<void> => {
    const before = changes.length === 0 ? start : changes.at(-1)?.after.record;
    if (before === undefined) return;
    const made = changesInSequence(session, { client, before }, bodies.map(planOf));
    for await (const change of made) changes.push(change);
  };
  // The rehearsal has already sent some fields' own values back.
  const alone = (): Patch[] =>
    Object.entries(own)
      .filter(([field]) => !isProven(field))
      .map(([field, value]) => ({ [field]: value }));
  const together = Object.keys(own).length < 2 ? [] : [own];
  let broken: Undecidable | undefined;
  try {
    if (!isFirst) untouched = await readBack(session, client);
    start = untouched?.record ?? original;
    // A shown value may be masked ("J***"). So the rehearsal sends invented values first, to see whether it
    // is safe to send shown ones back.
    if (!isRehearsed)
      for await (const change of rehearsal(session, { client, start, own })) changes.push(change);
    if (isTogether) {
      // The e-mail address may affect the status (interface 3), so one client is also changed without it.
      const { emailAddress, ...others } = own;
      const isWithout = isFirst && emailAddress !== undefined;
      await make([...together.filter(() => isWithout).map(() => others), ...together]);
      await make(alone());
    } else await make([...alone(), ...together]);
  } catch (error) {
    // The changes made so far are still judged.
    broken = undecidableIn(error);
  }
  const mayChange = (field: ChangeableField): boolean =>
    isProven(field) || (isDisposable && !leaveFields.includes(field));
  return {
    ...{ specification, client, original, untouched, broken },
    record: changes.at(-1)?.after.record ?? start,
    fields: changeableFields(specification).filter(mayChange),
    lines: isDisposable ? specification.fieldsOf('Address') : linesOf(specification, own.address),
    firstChanges: [nothing, ...changes],
  };
}

/**
 * @param what - the required fields, in words
 * @throws {Undecidable} if no client has them
 */
export async function mostChangeable(
  session: Session,
  what?: string,
  matches: (one: ChangeableClient) => boolean = () => true,
): Promise<ChangeableClient> {
  const clients = await session.share(changeableClients);
  const [most] = inOrder(clients.filter(matches));
  if (most !== undefined && most.fields.length > 0) return most;
  const [broken] = clients.flatMap((one) => one.broken ?? []);
  const changes = clients.flatMap(({ firstChanges }) => firstChanges);
  throw broken ?? nothingToChange(session, what, changes);
}

export function inOrder(clients: readonly ChangeableClient[]): ChangeableClient[] {
  return clients.toSorted((one, other) => other.fields.length - one.fields.length);
}
