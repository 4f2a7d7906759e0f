import { isSuccess } from '../../harness/assertions.ts';
import { ofEach } from '../../harness/of-each.ts';
import { sentBy } from '../../harness/sent.ts';
import type { Session } from '../../harness/session.ts';
import type { LeftAlone } from '../../rules/change-rules.ts';
import type { ClientReading, ObservedChange } from '../../rules/client-change.ts';
import { type ChangeableField, type ClientRecord, recordIn } from '../../rules/client-record.ts';
import type { ChangeSeries, SeenOfClients } from '../../rules/series-rules.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { type Undecidable, undecidableIn } from '../../trace/gap.ts';
import { type ChangeableClient, changeableClients, inOrder } from './changeable-clients.ts';
import { changesInTurn, type PlannedChange, readBack, readFirst } from './making-changes.ts';
import { newValue, newValues } from './new-values.ts';

/**
 * The changes of the series, which the rules of changes judge.
 * @throws {Undecidable} if the series ended early
 */
export async function* changesOfSeries(session: Session): AsyncIterable<ObservedChange> {
  const { changes, broken } = await session.share(changeSeries);
  yield* changes;
  if (broken !== undefined) throw broken;
}

/** The run's readings of clients so far, and the series of changes. */
export async function* seenOfClients(session: Session): AsyncIterable<SeenOfClients> {
  const [series] = await Promise.allSettled([session.share(changeSeries)]);
  const ofOthers = session.recordsOfOthers();
  if (series.status === 'rejected') {
    yield { ofOthers };
    throw series.reason;
  }
  yield { ofOthers, series: series.value };
  if (series.value.broken !== undefined) throw series.value.broken;
}

/** The member's answers that show a client record. Readings are included even if nothing can be changed. */
export async function* shownRecords(session: Session): AsyncIterable<Exchange> {
  const { items: readings, gap } = await sentBy(
    ofEach(session.target.clients, (client) => readFirst(session, client)),
  );
  yield* readings.map(({ reply }) => reply).filter(showsClientRecord);
  if (gap !== undefined) throw gap;
  // The checks of changes report why a series ended early. Only a series that could not start is an error here.
  const { changes, otherClients } = await session.share(changeSeries);
  const replies = new Set(changes.flatMap(({ answer, after }) => [answer.reply, after.reply]));
  yield* [...replies, ...otherClients.map(({ after }) => after.reply)].filter(showsClientRecord);
}

const showsClientRecord = (reply: Exchange): boolean => recordIn(reply) !== undefined;

/**
 * Changes every listed client in a series of its own.
 * @throws {Undecidable} when no client can be read back
 */
export async function changeSeries(session: Session): Promise<ChangeSeries> {
  const clients = await session.share(changeableClients);
  /** The latest records of the clients that can still be read back. */
  const shown = new Map(clients.map(({ client, record }) => [client, record]));
  const note = (client: string, { record }: ClientReading): void => {
    if (record === undefined) shown.delete(client);
    else shown.set(client, record);
  };
  const changes: ObservedChange[] = clients.flatMap(({ firstChanges }) => firstChanges);
  const otherClients: LeftAlone[] = clients.flatMap(({ original, untouched }) =>
    untouched === undefined ? [] : [{ before: original, after: untouched }],
  );
  let broken: Undecidable | undefined;
  try {
    // The last one first: its first changes may have changed those before it, which are looked at before their turn.
    for (const changeable of clients.toReversed()) {
      if (changeable.broken !== undefined) throw changeable.broken;
      const { client } = changeable;
      const before = shown.get(client);
      if (before === undefined) continue;
      const alone = aloneOf(session, changeable, clients);
      for await (const change of clientSeries(session, changeable, alone, before)) {
        note(client, change.after);
        changes.push(change);
      }
      const others = [...shown].filter(([other]) => other !== client);
      // Readings do not affect each other, so they may run concurrently.
      const read = ofEach(others, async ([other, record]) => ({
        other,
        seen: { before: record, after: await readBack(session, other) },
      }));
      for await (const { other, seen } of read) {
        otherClients.push(seen);
        note(other, seen.after);
      }
    }
  } catch (error) {
    // The changes made so far are still judged.
    broken = undecidableIn(error);
  }
  return { changes, otherClients, broken };
}

/** Fields to change alone, and lines to leave out of an address. */
type Alone = Pick<ChangeableClient, 'fields' | 'lines'>;

/** Each field is changed alone for one client: of those that have it, the one with the most changeable fields. */
function aloneOf(
  { sampling }: Session,
  changeable: ChangeableClient,
  clients: readonly ChangeableClient[],
): Alone {
  const ordered = inOrder(clients);
  const { fields, lines } = changeable;
  // With a single field, the change of all fields together is not made.
  const isEach = sampling.thorough || fields.length === 1;
  const own = fields.filter(
    (field) => isEach || ordered.find((one) => one.fields.includes(field)) === changeable,
  );
  return { fields: own, lines: own.includes('address') ? lines : [] };
}

/**
 * Changes all fields of a client together, some of them alone, and the address to ones with fewer lines.
 * @param before - its current record
 */
async function* clientSeries(
  session: Session,
  changeable: ChangeableClient,
  alone: Alone,
  before: ClientRecord,
): AsyncIterable<ObservedChange> {
  const { fields } = changeable;
  let shown: ClientRecord | undefined = before;
  const insteadOfRefused = new Set<PlannedChange>();
  const make = async function* (plans: readonly PlannedChange[]): AsyncIterable<ObservedChange> {
    // Stop if the client can no longer be read back; the change before shows why.
    if (shown === undefined) return;
    for await (const change of changesInTurn(session, { ...changeable, before: shown }, plans)) {
      const { without = [], ifRefused = [], after } = change;
      shown = after.record;
      if (isRefused(change)) for (const plan of ifRefused) insteadOfRefused.add(plan);
      yield { ...change, without };
    }
  };
  // First, so every field that a later change omits already has a new value.
  if (fields.length > 1) yield* make([allTogether(changeable, alone)]);
  yield* make([
    ...alone.fields.map((field) => changeAlone(session, changeable, field)),
    ...shorterAddresses(session, changeable, alone.lines),
  ]);
  // A thorough run has made these already.
  if (!session.sampling.thorough) yield* make([...insteadOfRefused]);
}

/**
 * A change of all fields. If the address is not changed alone for this client, it lacks some lines here. That shows
 * whether the whole address is replaced.
 */
function allTogether(changeable: ChangeableClient, alone: Alone): PlannedChange {
  const { fields, lines } = changeable;
  const whole: PlannedChange = { bodyFrom: sending(changeable, fields) };
  const isShort = fields.includes('address') && !alone.fields.includes('address') && lines.length > 1;
  const [without = []] = isShort ? partsOf(lines) : [];
  if (without.length === 0) return whole;
  const rest = lines.filter((line) => !without.includes(line));
  // Which lines an address must have is open.
  return { bodyFrom: sending(changeable, fields, rest), ifRefused: [whole] };
}

function sending(
  changeable: ChangeableClient,
  fields: ChangeableClient['fields'],
  lines = changeable.lines,
): PlannedChange['bodyFrom'] {
  return (shown) => newValues({ ...changeable, fields, lines }, shown);
}

/** A new value of one field; where it can be, one that some services take for unchanged, or for another field's. */
function changeAlone(session: Session, changeable: ChangeableClient, field: ChangeableField): PlannedChange {
  const plain = { bodyFrom: sending(changeable, [field]) };
  const alike = alikeValue(session, changeable, field);
  if (alike === undefined) return { ...plain, ifRefused: [ownValue(field)] };
  return { bodyFrom: (shown) => ({ [field]: alike(shown) }), ifRefused: [plain, ownValue(field)] };
}

/** The shown address with another text in one line; the alternative telephone number of a disposable client. */
function alikeValue(
  { target }: Session,
  changeable: ChangeableClient,
  field: ChangeableField,
): ((shown: ClientRecord) => unknown) | undefined {
  const { record, lines } = changeable;
  const { altTelephoneNumber: other } = record;
  if (field === 'telephoneNumber' && target.writes === 'all' && isE164(other)) return () => other;
  const shownLines = lines.filter((line) => memberOf(record.address, line) !== undefined);
  // The last one, usually the property number. The seed has no say, or a deviation would change its fingerprint.
  const line = shownLines.at(-1);
  if (field !== 'address' || line === undefined || shownLines.length < 2) return undefined;
  return (shown) => {
    const fresh = newValue('address', changeable, shown);
    const own = shownLines.map((one) => [one, memberOf(one === line ? fresh : shown.address, one)]);
    return Object.fromEntries(own);
  };
}

const isE164 = (value: unknown): boolean => typeof value === 'string' && /^\+\d{5,15}$/.test(value);

/** Sends the shown value back: a target may refuse new values, but not this one. */
function ownValue(field: string): PlannedChange {
  return { bodyFrom: (shown) => ({ [field]: memberOf(shown, field) }) };
}

/** Addresses without some of these lines, and one without any: which of them an address must have is open. */
function shorterAddresses(
  { sampling: { thorough }, target: { writes } }: Session,
  changeable: ChangeableClient,
  spare: readonly string[],
): PlannedChange[] {
  if (spare.length < 2) return [];
  const { lines } = changeable;
  const without = (some: readonly string[], emptied: readonly string[] = []): PlannedChange => {
    const rest = lines.filter((line) => !some.includes(line));
    const empty = Object.fromEntries(emptied.map((line) => [line, '']));
    return {
      bodyFrom: (shown) => {
        const body = sending(changeable, ['address'], rest)(shown);
        return body.address === undefined ? body : { address: { ...body.address, ...empty } };
      },
      without: some,
      ifRefused: some.length === 1 ? [] : some.map((line) => without([line])),
    };
  };
  // These two are sent empty instead of left out: both are common and mean the same.
  const emptiedOf = (some: readonly string[]) =>
    some.filter((line) => line === 'line_3' || line === 'county');
  return [
    ...(thorough
      ? spare.map((line) => without([line]))
      : partsOf(spare).map((some) => without(some, emptiedOf(some)))),
    ...(thorough || writes === 'all' ? [{ bodyFrom: () => ({ address: {} }), without: ['any line'] }] : []),
  ];
}

/** Lines that many addresses lack, so a target is unlikely to require them. */
const seldom: ReadonlySet<string> = new Set(['line_2', 'county', 'uprn']);

/**
 * Splits the lines in two parts. Leaving out several lines in one address is enough to judge each of them. The third
 * line stays where the second is left out: a service that closes gaps would move it up.
 */
function partsOf(lines: readonly string[]): readonly (readonly string[])[] {
  const parts = [lines.filter((line) => seldom.has(line)), lines.filter((line) => !seldom.has(line))];
  return parts.every(({ length }) => length > 0) ? parts : [lines.slice(0, 1), lines.slice(1)];
}

/** Refused for its values. After a server error or a 403, another change would show nothing new. */
function isRefused({ answer: { reply } }: ObservedChange): boolean {
  return !isSuccess(reply) && reply.status < 500 && reply.status !== 403;
}
