import { updateClient } from '../../api/calls.ts';
import { isSuccess } from '../../harness/assertions.ts';
import type { Judgement } from '../../harness/check.ts';
import type { Session } from '../../harness/session.ts';
import {
  changesNothing,
  isEmpty,
  isNoRecord,
  refusesInGoodOrder,
  showsAsDescribed,
} from '../../rules/change-rules.ts';
import {
  type ClientReading,
  clientReadingOf,
  type ObservedChange,
  readBack,
  readBefore,
} from '../../rules/client-change.ts';
import { type ChangeableField, changeableFields, changedFields, shows } from '../../rules/client-record.ts';
import { isObject } from '../../schema/json.ts';
import { requirementAt } from '../../schema/places.ts';
import type { Specification } from '../../specification/specification.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { answersTo } from './at-once.ts';
import { type ChangeableClient, changeableClients, mostChangeable } from './changeable-clients.ts';
import { newValue } from './new-values.ts';
import { atLeastOne, nothingChangeable, nothingToChange } from './nothing-to-change.ts';
import { readLate, refill } from './refill.ts';

/** A body that breaks the description, and what is wrong with it. */
interface WrongBody {
  /** Continues the words "updateClient with". */
  readonly id: string;
  readonly body: unknown;
}

/** The rows of the register that what is taken of a body is judged by. */
export function rowsOfWrongBodies(specification: Specification): readonly string[] {
  const client = specification.schemaNamed('Client');
  const rows = changeableFields(specification).map((field) => requirementAt(client, {}, `/${field}`) ?? '');
  return ['update-client-200', ...new Set(rows)];
}

/**
 * How a body that breaks the description is answered is open (interface 7), and observed. Two things are decided all
 * the same: an answer of success is the client record, and what it shows of the body is as described; and what is
 * refused is not done.
 */
export async function* survivesWrongBodies(session: Session): AsyncIterable<Judgement> {
  const clients = await session.share(changeableClients);
  const most = mostChangeable(clients);
  const what = 'a field that can be changed';
  if (most === undefined) throw nothingChangeable(clients, what, session);
  // What is right in a body is other than what is shown by now.
  const { record = most.record } = await readBefore(session, most.client);
  const one = { ...most, record };
  const { thorough } = session.sampling;
  // Of what is disposable, each field shows by itself which types are taken for it: one strict field hides a lenient one.
  const isEach = thorough || session.target.writes === 'all';
  const bodies = [...wrongBodies(one), ...(isEach ? furtherWrongBodies(one) : [])];
  const judging = thorough ? judgeEach(session, one, bodies) : judgeAtOnce(session, one, bodies);
  yield* atLeastOne(judging, nothingToChange(what, session));
}

/**
 * Sends one body after the other, and reads the client back after each. What is shown after one that was refused may be
 * what was changed before it, by a reading that is late: so it is refused once more before it is blamed.
 */
async function* judgeEach(
  session: Session,
  one: ChangeableClient,
  bodies: readonly WrongBody[],
): AsyncIterable<Judgement> {
  for (const wrong of bodies) {
    let tried = await triedAtOnce(session, one, [wrong]);
    for (const { change } of tried) observe(session, wrong, change.answer);
    if (tried.some(({ change }) => !isKept(session, change) && !isSurelyMade(session, change))) {
      if (!(await refill(session, one))) {
        yield readLate(one);
        return;
      }
      tried = await triedAtOnce(session, one, [wrong]);
    }
    if (tried.length === 0) return;
    yield* tried.flatMap(({ change }) => judgements(session.specification, change));
  }
}

/** Whether a change that was refused has left the client as it was; one that was taken need not. */
function isKept({ specification }: Session, change: ObservedChange): boolean {
  return changesNothing(specification, change).every(({ kind }) => kind !== 'deviates');
}

/**
 * Whether something is shown otherwise that no earlier change of the run can have made: it sends values, and takes none
 * away.
 */
function isSurelyMade({ specification }: Session, { before, after }: ObservedChange): boolean {
  const { record = {} } = after;
  const sent: readonly string[] = changeableFields(specification);
  return changedFields(specification, before, record).some(
    (field) => field !== 'status' && (!sent.includes(field) || !shows(record, field)),
  );
}

/**
 * Sends all bodies at once, and reads the client back when they are answered. Where those that are refused leave it
 * otherwise than it was, each shows by itself whether it is to blame, and if none is, all of them once more.
 */
async function* judgeAtOnce(
  session: Session,
  one: ChangeableClient,
  bodies: readonly WrongBody[],
): AsyncIterable<Judgement> {
  const judge = ({ change }: TriedBody): Judgement[] => judgements(session.specification, change);
  const isTaken = ({ change }: TriedBody): boolean => isSuccess(change.answer.reply);
  const tried = await triedAtOnce(session, one, bodies);
  for (const { wrong, change } of tried) observe(session, wrong, change.answer);
  const taken = tried.filter(isTaken);
  yield* taken.flatMap(judge);
  let refused = tried.filter((each) => !isTaken(each));
  const refusedBodies = refused.map(({ wrong }) => wrong);
  // What becomes of those that are taken hides what becomes of the others.
  if (taken.length > 0 && refused.length > 0) {
    await refill(session, one);
    refused = await triedAtOnce(session, one, refusedBodies);
  }
  const areKept = (all: readonly TriedBody[]): boolean => all.every(({ change }) => isKept(session, change));
  if (areKept(refused)) {
    // All of them were read back once.
    const isRead = refused.every(({ change }) => change.after.record !== undefined);
    yield* refused.slice(0, isRead ? undefined : 1).flatMap(judge);
    return;
  }
  const first = refused.slice(0, 1);
  const isSure = first.some(({ change }) => isSurelyMade(session, change));
  let isExplained = false;
  try {
    // What is gone can be taken away again only once it is there.
    if (!(await refill(session, one))) yield readLate(one);
    else {
      for await (const judgement of judgeEach(session, one, refusedBodies)) {
        isExplained ||= judgement.kind === 'deviates';
        yield judgement;
      }
      if (isExplained || isSure) return;
      if (!(await refill(session, one))) {
        yield readLate(one);
        return;
      }
      const again = await triedAtOnce(session, one, refusedBodies);
      if (!areKept(again)) yield* again.slice(0, 1).flatMap(judge);
    }
  } finally {
    // Also where the run is stopped for what is shown.
    if (isSure && !isExplained) yield* first.flatMap(judge);
  }
}

/** A wrong body, and what came of it. */
interface TriedBody {
  readonly wrong: WrongBody;
  readonly change: ObservedChange;
}

/** Sends the bodies at once; none, where the client cannot be read back. */
async function triedAtOnce(
  session: Session,
  { client }: ChangeableClient,
  bodies: readonly WrongBody[],
): Promise<TriedBody[]> {
  const before = (await readBefore(session, client)).record;
  if (before === undefined) return [];
  const replies = await answersTo(
    session,
    bodies.map(({ body }) => ({ call: updateClient(client, JSON.stringify(body)), credentials: 'member' })),
  );
  const after = await readBack(session, client);
  return bodies.map((wrong, place) => {
    const answer = clientReadingOf(replies[place] as Exchange, client);
    return { wrong, change: { client, body: wrong.body, before, answer, after } };
  });
}

function observe(session: Session, { id }: WrongBody, { reply }: ClientReading): void {
  session.observe({
    requirement: 'update-and-create-errors',
    subject: `updateClient with ${id}`,
    value: String(reply.status),
  });
}

function judgements(specification: Specification, change: ObservedChange): Judgement[] {
  const { reply, record, isOfAnother } = change.answer;
  if (isOfAnother) return [];
  if (!isSuccess(reply)) return refusesInGoodOrder(specification, change);
  const isRecord =
    record !== undefined && !(isEmpty(specification, record) && !isEmpty(specification, change.before));
  if (isRecord || reply.status !== 200) return showsAsDescribed(specification, change);
  return [isNoRecord(change.answer)];
}

/** Values that are no text, by what they are. */
const noTexts: readonly (readonly [kind: string, value: unknown])[] = [
  ['a number', 5],
  ['null', null],
  ['a boolean', true],
  ['an array', ['Sample']],
  ['an object', { value: 'Sample' }],
];

/** One text in a body, and what is sent in its place. */
function ofKind(field: string, [kind, value]: readonly [kind: string, value: unknown]): WrongBody {
  return { id: `${field}: ${kind}`, body: { [field]: value } };
}

/** The kinds, from another one on for the next field, so that fields that follow each other differ. */
function kindsFor(place: number): readonly (readonly [kind: string, value: unknown])[] {
  const first = place % 2;
  return [...noTexts.slice(first), ...noTexts.slice(0, first)];
}

/**
 * These have a value that is no text by itself: two of all clients, and one that few clients have and services forget.
 * All have the others, together with those of the other fields, any of which may be why all are refused.
 */
function isAlone(field: ChangeableField, place: number): boolean {
  return place < 2 || field === 'companyName';
}

/** One body for each way in which a service may be careless. */
function wrongBodies(changeable: ChangeableClient): WrongBody[] {
  const { fields } = changeable;
  const texts = textsOf(changeable);
  const [name] = fields.filter((field) => /Name$/.test(field));
  return within(fields, [
    ...texts.flatMap((field, place) =>
      kindsFor(place)
        .slice(0, isAlone(field, place) ? 1 : 0)
        .map((kind) => ofKind(field, kind)),
    ),
    ...noTexts.slice(1).map((_, row) => ({
      id: `every text of another type, in row ${row + 1}`,
      body: Object.fromEntries(texts.map((field, place) => [field, kindsFor(place)[row + 1]?.[1]])),
    })),
    { id: 'emailAddress: no e-mail address', body: { emailAddress: 'not an address' } },
    { id: 'telephoneNumber: no E.164', body: { telephoneNumber: '01632960001' } },
    { id: 'address: a text', body: { address: '1 Sample Street' } },
    { id: 'address: null', body: { address: null } },
    ...linesOfNumber(changeable).filter((_, place) => isLineAlone(changeable, place)),
    ...(name === undefined ? [] : [mixed(changeable, name, { emailAddress: 'x' })]),
    { id: 'an array for a body', body: [] },
    { id: 'null for a body', body: null },
  ]);
}

/** More of the same kinds, each by itself. */
function furtherWrongBodies(changeable: ChangeableClient): WrongBody[] {
  return within(changeable.fields, [
    ...textsOf(changeable).flatMap((field, place) =>
      kindsFor(place)
        .slice(isAlone(field, place) ? 1 : 0)
        .map((kind) => ofKind(field, kind)),
    ),
    { id: 'emailAddress: no domain', body: { emailAddress: 'sample@' } },
    { id: 'telephoneNumber: words', body: { telephoneNumber: 'none' } },
    { id: 'telephoneNumber: sixteen digits', body: { telephoneNumber: '+4420794600012345' } },
    { id: 'telephoneNumber: letters after a plus sign', body: { telephoneNumber: '+44SAMPLE' } },
    { id: 'address: an array', body: { address: [] } },
    ...linesOfNumber(changeable).filter((_, place) => !isLineAlone(changeable, place)),
    mixed(changeable, 'title', { telephoneNumber: 'none' }),
    mixed(changeable, 'emailAddress', { title: 5 }),
    // Both empty: a service that takes their members for fields would keep them, and nothing could unset them.
    { id: 'a text for a body', body: '' },
    { id: 'a number for a body', body: 5 },
  ]);
}

/** Those that name only fields that may be changed. */
function within(fields: readonly string[], bodies: readonly WrongBody[]): WrongBody[] {
  return bodies.filter(
    ({ body }) => !isObject(body) || Object.keys(body).every((field) => fields.includes(field)),
  );
}

function textsOf({ fields }: ChangeableClient): readonly ChangeableField[] {
  return fields.filter((field) => field !== 'address');
}

/** A new value that is right, together with one that is wrong. */
function mixed(
  changeable: ChangeableClient,
  right: ChangeableField,
  wrong: Readonly<Record<string, unknown>>,
): WrongBody {
  return {
    id: `${right} right and ${Object.keys(wrong).join()} wrong`,
    body: { [right]: newValue(right, changeable, changeable.record), ...wrong },
  };
}

/** The first line, and the one that holds digits alone. */
function isLineAlone({ lines }: ChangeableClient, place: number): boolean {
  return place === 0 || lines[place] === 'uprn';
}

function linesOfNumber(changeable: ChangeableClient): WrongBody[] {
  const { record, lines } = changeable;
  const address = newValue('address', changeable, record) as object;
  return lines.map((line) => ({
    id: `address: ${line} a number`,
    body: { address: { ...address, [line]: 5 } },
  }));
}
