import { isSuccess } from '../../harness/assertions.ts';
import type { Session } from '../../harness/session.ts';
import { changesNothing, wrongIn } from '../../rules/change-rules.ts';
import type { ObservedChange } from '../../rules/client-change.ts';
import { type ChangeableField, changeableFields, changedFields, shows } from '../../rules/client-record.ts';
import { ofWrongBody, type SeenOfWrongBody } from '../../rules/refused-changes.ts';
import { isObject } from '../../schema/json.ts';
import { type ChangeableClient, changeableClients, mostChangeable } from './changeable-clients.ts';
import { changesTogether, readBefore, refill, type SentBody } from './making-changes.ts';
import { newValue } from './new-values.ts';

/** A body that breaks the description, and what is wrong with it. */
interface WrongBody extends SentBody {
  /** Continues the words "updateClient with". */
  readonly id: string;
}

/** Sends bodies that break the description to the client with the most changeable fields. */
export async function* wrongChanges(session: Session): AsyncIterable<SeenOfWrongBody> {
  const most = mostChangeable(await session.share(changeableClients), session);
  // The valid parts of a body must differ from the current record, so it is read first.
  const { record = most.record } = await readBefore(session, most.client);
  const one = { ...most, record };
  const { thorough } = session.sampling;
  // On disposable data each field is tested alone: in a common body, one strict field would hide a lenient one.
  const isEach = thorough || session.target.writes === 'all';
  const bodies = wrongBodies(one, isEach);
  yield* thorough ? sentEach(session, one, bodies) : sentAtOnce(session, one, bodies);
}

/**
 * Sends one body after the other, and reads the client back after each. A stale read may show the effect of an earlier
 * change. So a refused body that seems to have changed the client is sent once more before it is blamed.
 */
async function* sentEach(
  session: Session,
  one: ChangeableClient,
  bodies: readonly WrongBody[],
): AsyncIterable<SeenOfWrongBody> {
  for (const wrong of bodies) {
    let changes = await send(session, one, [wrong]);
    yield* changes.map(answered);
    if (changes.some((change) => !isKept(session, change) && !isSurelyMade(session, change))) {
      await refilled(session, one);
      changes = await send(session, one, [wrong]);
    }
    if (changes.length === 0) return;
    yield* changes;
  }
}

/**
 * Sends all bodies in one burst and reads the client back once. If a refused body changed it, each is sent again alone,
 * to find the one to blame. If none of them changes the client alone, the burst is repeated.
 */
async function* sentAtOnce(
  session: Session,
  one: ChangeableClient,
  bodies: readonly WrongBody[],
): AsyncIterable<SeenOfWrongBody> {
  const changes = await send(session, one, bodies);
  yield* changes.map(answered);
  const isTaken = ({ answer }: ObservedChange): boolean => isSuccess(answer.reply);
  const taken = changes.filter(isTaken);
  yield* taken;
  const refusedBodies = changes.filter((change) => !isTaken(change));
  let refused = refusedBodies;
  // The effects of accepted bodies hide those of refused ones, so the refused ones are sent again.
  if (taken.length > 0 && refused.length > 0) {
    await refill(session, one);
    refused = await send(session, one, refusedBodies);
  }
  const [first] = refused;
  if (first === undefined) return;
  if (areKept(session, refused)) {
    // One reading was made for all of them.
    yield* first.after.record === undefined ? [first] : refused;
    return;
  }
  const isSure = isSurelyMade(session, first);
  let isExplained = false;
  try {
    // A removed value must be set again before a body can remove it again.
    await refilled(session, one);
    for await (const seen of sentEach(session, one, refusedBodies)) {
      isExplained ||= !('reply' in seen) && wrongIn(session.specification, seen, [ofWrongBody]).length > 0;
      yield seen;
    }
    if (isExplained || isSure) return;
    await refilled(session, one);
    const again = await send(session, one, refusedBodies);
    if (!areKept(session, again)) yield* again.slice(0, 1);
  } finally {
    // In `finally`, since the change guard may stop the run because of this effect.
    if (isSure && !isExplained) yield first;
  }
}

type WrongChange = WrongBody & ObservedChange;

/** Sends the bodies concurrently. Empty if the client cannot be read back. */
function send(
  session: Session,
  { client }: ChangeableClient,
  bodies: readonly WrongBody[],
): Promise<WrongChange[]> {
  return changesTogether(session, client, () => bodies);
}

function answered({ id, answer }: WrongChange): SeenOfWrongBody {
  return { id, reply: answer.reply };
}

/** @throws {Undecidable} if the client does not show the new values */
async function refilled(session: Session, one: ChangeableClient): Promise<void> {
  const gap = await refill(session, one);
  if (gap !== undefined) throw gap;
}

/** Whether a refused change left the client unchanged. */
function isKept({ specification }: Session, change: ObservedChange): boolean {
  return wrongIn(specification, change, [changesNothing]).length === 0;
}

function areKept(session: Session, changes: readonly ObservedChange[]): boolean {
  return changes.every((change) => isKept(session, change));
}

/**
 * Whether the client changed in a way that cannot be a late effect of an earlier change: a field that the run never
 * sends, or a value that disappeared.
 */
function isSurelyMade({ specification }: Session, { before, after }: ObservedChange): boolean {
  const { record = {} } = after;
  const sent: readonly string[] = changeableFields(specification);
  return changedFields(specification, before, record).some(
    (field) => field !== 'status' && (!sent.includes(field) || !shows(record, field)),
  );
}

/** Values that are not texts, with their kind in words. */
const noTexts: readonly (readonly [kind: string, value: unknown])[] = [
  ['a number', 5],
  ['null', null],
  ['a boolean', true],
  ['an array', ['Sample']],
  ['an object', { value: 'Sample' }],
];

/** The kinds, rotated by the place of the field, so neighbouring fields get different kinds. */
function kindsFor(place: number): typeof noTexts {
  const first = place % 2;
  return [...noTexts.slice(first), ...noTexts.slice(0, first)];
}

/**
 * Whether a field gets a body of its own with a value that is not a text: two fields that most clients have, and one
 * that few have and services forget. The other fields share bodies, in which one strict field can cause the refusal.
 */
function isAlone(field: ChangeableField, place: number): boolean {
  return place < 2 || field === 'companyName';
}

/**
 * Bodies of fields that may be changed: one for each way in which a service may be careless.
 * @param isEach - whether more of the same kinds follow, each by itself
 */
function wrongBodies({ record, ...changeable }: ChangeableClient, isEach: boolean): WrongBody[] {
  const { fields, lines } = changeable;
  const texts = fields.filter((field) => field !== 'address');
  const [name] = fields.filter((field) => /Name$/.test(field));
  const ofTexts = texts.flatMap((field, place) =>
    kindsFor(place).map(([kind, value], index) => ({
      isFirst: index === 0 && isAlone(field, place),
      wrong: { id: `${field}: ${kind}`, body: { [field]: value } },
    })),
  );
  const address = newValue('address', changeable, record) as object;
  const ofLines = lines.map((line, place) => ({
    // The first line, and the one that holds digits alone.
    isFirst: place === 0 || line === 'uprn',
    wrong: { id: `address: ${line} a number`, body: { address: { ...address, [line]: 5 } } },
  }));
  const some = (all: typeof ofTexts | typeof ofLines, isFirst: boolean): WrongBody[] =>
    all.filter((one) => one.isFirst === isFirst).map(({ wrong }) => wrong);
  /** A new value that is right, together with one that is wrong. */
  const mixed = (right: ChangeableField, wrong: object): WrongBody => ({
    id: `${right} right and ${Object.keys(wrong).join()} wrong`,
    body: { [right]: newValue(right, changeable, record), ...wrong },
  });
  const few: WrongBody[] = [
    ...some(ofTexts, true),
    ...noTexts.slice(1).map((_, row) => ({
      id: `every text of another type, in row ${row + 1}`,
      body: Object.fromEntries(texts.map((field, place) => [field, kindsFor(place)[row + 1]?.[1]])),
    })),
    { id: 'emailAddress: no e-mail address', body: { emailAddress: 'not an address' } },
    { id: 'telephoneNumber: no E.164', body: { telephoneNumber: '01632960001' } },
    { id: 'address: a text', body: { address: '1 Sample Street' } },
    { id: 'address: null', body: { address: null } },
    ...some(ofLines, true),
    ...(name === undefined ? [] : [mixed(name, { emailAddress: 'x' })]),
    { id: 'an array for a body', body: [] },
    { id: 'null for a body', body: null },
  ];
  const further: WrongBody[] = [
    ...some(ofTexts, false),
    { id: 'emailAddress: no domain', body: { emailAddress: 'sample@' } },
    { id: 'telephoneNumber: words', body: { telephoneNumber: 'none' } },
    { id: 'telephoneNumber: sixteen digits', body: { telephoneNumber: '+4420794600012345' } },
    { id: 'telephoneNumber: letters after a plus sign', body: { telephoneNumber: '+44SAMPLE' } },
    { id: 'address: an array', body: { address: [] } },
    ...some(ofLines, false),
    mixed('title', { telephoneNumber: 'none' }),
    mixed('emailAddress', { title: 5 }),
    // Both empty: a service that takes their members for fields would keep them, and nothing could unset them.
    { id: 'a text for a body', body: '' },
    { id: 'a number for a body', body: 5 },
  ];
  const isChangeable = (field: string): boolean => fields.some((one) => one === field);
  return [...few, ...(isEach ? further : [])].filter(
    ({ body }) => !isObject(body) || Object.keys(body).every(isChangeable),
  );
}
