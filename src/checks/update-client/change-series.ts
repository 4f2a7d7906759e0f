import { isSuccess } from '../../harness/assertions.ts';
import { collectItems, mapConcurrently } from '../../harness/probe-items.ts';
import type { Session } from '../../harness/session.ts';
import type { BeforeAndAfter } from '../../rules/change-rules.ts';
import type { ClientReading, ObservedChange } from '../../rules/client-change.ts';
import { type ChangeableField, type ClientRecord, recordIn } from '../../rules/client-record.ts';
import type { ChangeSeries, SeenOfClients } from '../../rules/series-rules.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { type Undecidable, undecidableIn } from '../../trace/gap.ts';
import { type ChangeableClient, changeableClients, inOrder } from './changeable-clients.ts';
import { changesInSequence, type PlannedChange, readBack, readFirst } from './making-changes.ts';
import { newValue, newValues } from './new-values.ts';

/** @throws {Undecidable} if the series ended early */
export async function* changesOfSeries(session: Session): AsyncIterable<ObservedChange> {
  const { changes, broken } = await session.share(changeSeries);
  yield* changes;
  if (broken !== undefined) throw broken;
}

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

export async function* shownRecords(session: Session): AsyncIterable<Exchange> {
  const { items: readings, gap } = await collectItems(
    mapConcurrently(session.target.clients, (client) => readFirst(session, client)),
  );
  yield* readings.map(({ reply }) => reply).filter(showsClientRecord);
  if (gap !== undefined) throw gap;
  // Another check reports why a series ended early.
  const { changes, otherClients } = await session.share(changeSeries);
  const replies = new Set(changes.flatMap(({ answer, after }) => [answer.reply, after.reply]));
  yield* [...replies, ...otherClients.map(({ after }) => after.reply)].filter(showsClientRecord);
}

const showsClientRecord = (reply: Exchange): boolean => recordIn(reply) !== undefined;

export async function changeSeries(session: Session): Promise<ChangeSeries> {
  const clients = await session.share(changeableClients);
  /** The last readings of clients that can still be read back. */
  const shown = new Map(clients.map(({ client, record }) => [client, record]));
  const note = ({ client, record }: ClientReading): void => {
    if (record === undefined) shown.delete(client);
    else shown.set(client, record);
  };
  const changes: ObservedChange[] = clients.flatMap(({ firstChanges }) => firstChanges);
  const otherClients: BeforeAndAfter[] = clients.flatMap(({ original, untouched }) =>
    untouched === undefined ? [] : [{ before: original, after: untouched }],
  );
  let broken: Undecidable | undefined;
  try {
    // Starts with the last client: its first changes may have altered other clients, which must be compared
    // before they are changed themselves.
    for (const changeable of clients.toReversed()) {
      if (changeable.broken !== undefined) throw changeable.broken;
      const { client } = changeable;
      const before = shown.get(client);
      if (before === undefined) continue;
      const alone = aloneOf(session, changeable, clients);
      for await (const change of clientSeries(session, changeable, alone, before)) {
        note(change.after);
        changes.push(change);
      }
      const others = [...shown].filter(([other]) => other !== client);
      const read = mapConcurrently(others, async ([other, before]) => ({
        before,
        after: await readBack(session, other),
      }));
      for await (const seen of read) {
        otherClients.push(seen);
        note(seen.after);
      }
    }
  } catch (error) {
    // The changes made so far are still judged.
    broken = undecidableIn(error);
  }
  return { changes, otherClients, broken };
}

type Alone = Pick<ChangeableClient, 'fields' | 'lines'>;

/**
 * The fields and address lines that a request for this client changes alone. Only one client tests each of them: the
 * one with the most changeable fields.
 */
function aloneOf(
  { sampling }: Session,
  changeable: ChangeableClient,
  clients: readonly ChangeableClient[],
): Alone {
  const ordered = inOrder(clients);
  const { fields, lines } = changeable;
  // With a single field, no change has all fields together, so each client changes the field alone.
  const isEach = sampling.thorough || fields.length === 1;
  const own = fields.filter(
    (field) => isEach || ordered.find((one) => one.fields.includes(field)) === changeable,
  );
  return { fields: own, lines: own.includes('address') ? lines : [] };
}

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
    if (shown === undefined) return;
    for await (const change of changesInSequence(session, { ...changeable, before: shown }, plans)) {
      const { omittedLines = [], ifRefused = [], after } = change;
      shown = after.record;
      if (mayAcceptAnother(change)) for (const plan of ifRefused) insteadOfRefused.add(plan);
      yield { ...change, omittedLines };
    }
  };
  // This change comes first, so every field has a new value before a later change omits it.
  if (fields.length > 1) yield* make([allTogether(changeable, alone)]);
  yield* make([
    ...alone.fields.map((field) => changeAlone(session, changeable, field)),
    ...shorterAddresses(session, changeable, alone.lines),
  ]);
  // A thorough run has already made these changes.
  if (!session.sampling.thorough) yield* make([...insteadOfRefused]);
}

/**
 * A change of all fields. If no other change tests the client's address, some of its lines are left out, to
 * see whether the address is replaced as a whole.
 */
function allTogether(changeable: ChangeableClient, alone: Alone): PlannedChange {
  const { fields, lines } = changeable;
  const whole: PlannedChange = { bodyFrom: sending(changeable, fields) };
  const isShort = fields.includes('address') && !alone.fields.includes('address') && lines.length > 1;
  const without = isShort ? partsOf(lines)[0] : [];
  if (without.length === 0) return whole;
  const rest = lines.filter((line) => !without.includes(line));
  // If the target requires the omitted lines, the whole address is sent instead.
  return { bodyFrom: sending(changeable, fields, rest), ifRefused: [whole] };
}

function sending(
  changeable: ChangeableClient,
  fields: ChangeableClient['fields'],
  lines = changeable.lines,
): PlannedChange['bodyFrom'] {
  return (shown) => newValues({ ...changeable, fields, lines }, shown);
}

/** A change of one field, if possible to a similar value: some services overlook such a change. */
function changeAlone(session: Session, changeable: ChangeableClient, field: ChangeableField): PlannedChange {
  const plain = { bodyFrom: sending(changeable, [field]) };
  const alike = alikeValue(session, changeable, field);
  if (alike === undefined) return { ...plain, ifRefused: [ownValue(field)] };
  return { bodyFrom: (shown) => ({ [field]: alike(shown) }), ifRefused: [plain, ownValue(field)] };
}

function alikeValue(
  { target }: Session,
  changeable: ChangeableClient,
  field: ChangeableField,
): ((shown: ClientRecord) => unknown) | undefined {
  const { record, lines } = changeable;
  const { altTelephoneNumber: other } = record;
  if (field === 'telephoneNumber' && target.writes === 'all' && isE164(other)) return () => other;
  const shownLines = lines.filter((line) => memberOf(record.address, line) !== undefined);
  // Changes only the last line, usually the property number. The choice must not depend on the seed: the
  // fingerprint of a finding would change.
  const line = shownLines.at(-1);
  if (field !== 'address' || line === undefined || shownLines.length < 2) return undefined;
  return (shown) => {
    const fresh = newValue('address', changeable, shown);
    const own = shownLines.map((one) => [one, memberOf(one === line ? fresh : shown.address, one)]);
    return Object.fromEntries(own);
  };
}

const isE164 = (value: unknown): boolean => typeof value === 'string' && /^\+\d{5,15}$/.test(value);

/** A change of a field to its current value, which even a target that refuses new values must accept. */
function ownValue(field: string): PlannedChange {
  return { bodyFrom: (shown) => ({ [field]: memberOf(shown, field) }) };
}

/** A target may refuse these addresses: the documents do not say which lines are required. */
function shorterAddresses(
  { sampling: { thorough }, target: { writes } }: Session,
  changeable: ChangeableClient,
  removable: readonly string[],
): PlannedChange[] {
  if (removable.length < 2) return [];
  const { lines } = changeable;
  const [seldomOnes, otherOnes] = partsOf(removable);
  const without = (some: readonly string[], apart = some): PlannedChange => {
    const rest = lines.filter((line) => !some.includes(line));
    // People remove a line by sending it empty. A service may keep the property number as long as the postcode stays.
    const empty = some === seldomOnes && some.includes('county') ? { county: '' } : {};
    return {
      bodyFrom: (shown) => {
        const body = sending(changeable, ['address'], rest)(shown);
        const own = some.includes('uprn') && rest.includes('postcode') && memberOf(shown.address, 'postcode');
        const kept = own ? { postcode: own } : {};
        return body.address === undefined ? body : { address: { ...body.address, ...empty, ...kept } };
      },
      omittedLines: some,
      ifRefused: some.length === 1 ? [] : apart.map((line) => without([line])),
    };
  };
  return [
    ...(thorough ? lastly('postcode', removable).map((line) => without([line])) : [without(seldomOnes)]),
    // Sends a single line: a service may merge an address with the former one only if it has just one.
    without([...otherOnes, ...seldomOnes.slice(1)], otherOnes),
    ...(thorough || writes === 'all'
      ? [{ bodyFrom: () => ({ address: {} }), omittedLines: ['any line'] }]
      : []),
  ];
}

/** Without the postcode, no later address could keep it. */
function lastly(last: string, lines: readonly string[]): string[] {
  return lines.toSorted((one, other) => Number(one === last) - Number(other === last));
}

/** Lines that many addresses lack, so a target is unlikely to require them. */
const seldom: ReadonlySet<string> = new Set(['line_2', 'county', 'uprn']);

/** `line_2` and `line_3` are in different groups: a service that closes gaps would move `line_3` up. */
function partsOf(lines: readonly string[]): readonly [readonly string[], readonly string[]] {
  const parts = [
    lines.filter((line) => seldom.has(line)),
    lines.filter((line) => !seldom.has(line)),
  ] as const;
  return parts.every(({ length }) => length > 0) ? parts : [lines.slice(0, 1), lines.slice(1)];
}

/** Whether another value may be accepted instead: yes after a refusal such as 400, no after a 403 or a server error. */
function mayAcceptAnother({ answer: { reply } }: ObservedChange): boolean {
  return !isSuccess(reply) && reply.status < 500 && reply.status !== 403;
}
