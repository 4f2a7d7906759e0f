import { isSuccess, observes } from '../../harness/assertions.ts';
import type { About, Judgement } from '../../harness/check.ts';
import type { Sent } from '../../harness/judged.ts';
import type { Session } from '../../harness/session.ts';
import {
  type ChangeRule,
  changesNothing,
  isEmpty,
  isNoRecord,
  judgedChange,
  refusesInGoodOrder,
  showsAsDescribed,
  wrongIn,
} from '../../rules/change-rules.ts';
import type { ObservedChange } from '../../rules/client-change.ts';
import { type ChangeableField, changeableFields, changedFields, shows } from '../../rules/client-record.ts';
import { orNothingToChange } from '../../rules/series-rules.ts';
import { isObject } from '../../schema/json.ts';
import { requirementAt } from '../../schema/places.ts';
import type { Specification } from '../../specification/specification.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { Undecidable, undecidableIn } from '../../trace/gap.ts';
import { type ChangeableClient, mostChangeable } from './changeable-clients.ts';
import {
  apartFrom,
  changesTogether,
  gapOfLate,
  readBefore,
  refill,
  type SentBody,
} from './making-changes.ts';
import { newValue } from './new-values.ts';

/** An observation of an invalid body: its answer, or a change that shows its effect on the client. */
type SeenOfWrongBody = AnsweredBody | ObservedChange;

interface AnsweredBody {
  /** Of the body; continues the words "updateClient with". */
  readonly id: string;
  readonly reply: Exchange;
}

/** A body that breaks the description, and what is wrong with it. */
type WrongBody = SentBody & Pick<AnsweredBody, 'id'>;

/** Sends bodies that break the description to the client with the most changeable fields. */
export async function* wrongChanges(session: Session): AsyncIterable<SeenOfWrongBody> {
  const most = await mostChangeable(session);
  // The valid parts of a body must differ from the current record, so it is read first.
  const { record = most.record } = await readBefore(session, most.client);
  const one = { ...most, record };
  const { thorough } = session.sampling;
  // On disposable data each field is tested alone: in a common body, one strict field would hide a lenient one.
  const bodies = wrongBodies(one, thorough || session.target.writes === 'all');
  yield* thorough ? sentEach(session, one, bodies) : sentTogether(session, one, bodies);
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
    let { items: changes, gap } = await send(session, one, [wrong]);
    yield* changes.map(answered);
    if (!areKept(session, changes) && !changes.some((change) => isSurelyMade(session, change))) {
      const late = await refill(session, one);
      ({ items: changes, gap } = await send(session, one, [wrong], late));
    }
    if (gap !== undefined) throw gap;
    if (changes.length === 0) return;
    yield* changes;
  }
}

/**
 * Sends all bodies in one burst and reads the client back once. If a refused body changed it, each is sent again alone,
 * to find the one to blame. If none of them changes the client alone, the burst is repeated.
 */
async function* sentTogether(
  session: Session,
  one: ChangeableClient,
  bodies: readonly WrongBody[],
): AsyncIterable<SeenOfWrongBody> {
  const { items: changes, gap } = await send(session, one, bodies);
  yield* changes.map(answered);
  const isTaken = ({ answer }: ObservedChange): boolean => isSuccess(answer.reply);
  const taken = changes.filter(isTaken);
  yield* taken;
  if (gap !== undefined) throw gap;
  const refusedBodies = changes.filter((change) => !isTaken(change));
  let refused: readonly WrongChange[] = refusedBodies;
  // The effects of accepted bodies hide those of refused ones, so the refused ones are sent again.
  if (taken.length > 0 && refused.length > 0) {
    const late = await refill(session, one).catch(undecidableIn);
    const again = await send(session, one, refusedBodies, late instanceof Undecidable ? [] : late);
    if (again.gap !== undefined) throw again.gap;
    refused = again.items;
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
    await refill(session, one);
    for await (const seen of sentEach(session, one, refusedBodies)) {
      isExplained ||= !('reply' in seen) && wrongIn(session.specification, seen, [ofWrongBody]).length > 0;
      yield seen;
    }
    if (isExplained || isSure) return;
    const late = await refill(session, one);
    const { items: again, gap: lost } = await send(session, one, refusedBodies, late);
    if (lost !== undefined) throw lost;
    if (!areKept(session, again)) yield* again.slice(0, 1);
  } finally {
    // In `finally`, since the change guard may stop the run because of this effect.
    if (isSure && !isExplained) yield first;
  }
}

type WrongChange = WrongBody & ObservedChange;

/**
 * Sends the bodies concurrently. Empty if the client cannot be read back.
 * @param late - fields in which a difference proves nothing
 */
async function send(
  session: Session,
  one: ChangeableClient,
  bodies: readonly WrongBody[],
  late: readonly string[] = [],
): Promise<Sent<WrongChange>> {
  const { items: changes, gap: lost } = await changesTogether(session, one.client, () => bodies);
  const [first] = changes;
  const gap = lost ?? (first && gapOfLate(one, late, first));
  const items = changes.map((change) => apartFrom(late, change));
  return gap === undefined ? { items } : { items, gap };
}

function answered({ id, answer }: WrongChange): AnsweredBody {
  return { id, reply: answer.reply };
}

/** Whether the refused ones of the changes left the client unchanged. */
function areKept({ specification }: Session, changes: readonly ObservedChange[]): boolean {
  return changes.every((change) => wrongIn(specification, change, [changesNothing]).length === 0);
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

/** The rows of the register that apply to accepted parts of an invalid body. */
export function rowsOfWrongBodies(specification: Specification): readonly string[] {
  const client = specification.schemaNamed('Client');
  const rows = changeableFields(specification).map((field) => requirementAt(client, {}, `/${field}`) ?? '');
  return ['update-client-200', ...new Set(rows)];
}

/** How a body that breaks the description is answered is open (interface 7), and observed. */
export function* survivesWrongBodies(seen: readonly SeenOfWrongBody[], about: About): Iterable<Judgement> {
  const judgements = seen.flatMap((one) =>
    'reply' in one ? [] : judgedChange(about.specification, one, ofWrongBody),
  );
  yield* orNothingToChange(judgements, about);
  for (const one of seen) {
    if (!('reply' in one)) continue;
    yield observes('update-and-create-errors', `updateClient with ${one.id}`, String(one.reply.status));
  }
}

/** A success must answer with the client record, in valid form. A refused body must have no effect. */
const ofWrongBody: ChangeRule = (specification, change) => {
  const { reply, record, isOfAnother } = change.answer;
  if (isOfAnother) return [];
  if (!isSuccess(reply)) return refusesInGoodOrder(specification, change);
  const isRecord =
    record !== undefined && !(isEmpty(specification, record) && !isEmpty(specification, change.before));
  if (isRecord || reply.status !== 200) return showsAsDescribed(specification, change);
  return [isNoRecord(change.answer)];
};

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

/** A body, and whether every run sends it. The other ones are of the same kinds, each by itself. */
type ListedBody = readonly [id: string, body: unknown, isUsual: boolean];

/** Bodies of fields that may be changed: one for each way in which a service may be careless. */
function wrongBodies({ record, ...changeable }: ChangeableClient, isEach: boolean): WrongBody[] {
  const { fields, lines } = changeable;
  const texts = fields.filter((field) => field !== 'address');
  const [name] = fields.filter((field) => /Name$/.test(field));
  const address = newValue('address', changeable, record) as object;
  /** A new value that is right, together with one that is wrong. */
  const mixed = (right: ChangeableField, wrong: object, isUsual: boolean): ListedBody => [
    `${right} right and ${Object.keys(wrong).join()} wrong`,
    { [right]: newValue(right, changeable, record), ...wrong },
    isUsual,
  ];
  const bodies: readonly ListedBody[] = [
    ...texts.flatMap((field, place) =>
      kindsFor(place).map(([kind, value], index): ListedBody => {
        // Two fields that most clients have, and one that few have and services forget, are each sent alone. The other
        // ones share bodies, in which one strict field can cause the refusal.
        const isAlone = place < 2 || field === 'companyName';
        return [`${field}: ${kind}`, { [field]: value }, index === 0 && isAlone];
      }),
    ),
    ...noTexts.slice(1).map((_, row): ListedBody => {
      const kinds = texts.map((field, place) => [field, kindsFor(place)[row + 1]?.[1]]);
      return [`every text of another type, in row ${row + 1}`, Object.fromEntries(kinds), true];
    }),
    ['emailAddress: no e-mail address', { emailAddress: 'not an address' }, true],
    ['emailAddress: no domain', { emailAddress: 'sample@' }, false],
    ['telephoneNumber: no E.164', { telephoneNumber: '01632960001' }, true],
    ['telephoneNumber: words', { telephoneNumber: 'none' }, false],
    ['telephoneNumber: sixteen digits', { telephoneNumber: '+4420794600012345' }, false],
    ['telephoneNumber: letters after a plus sign', { telephoneNumber: '+44SAMPLE' }, false],
    ['address: a text', { address: '1 Sample Street' }, true],
    ['address: null', { address: null }, true],
    ['address: an array', { address: [] }, false],
    ...lines.map((line, place): ListedBody => {
      // The usual ones are the first line, and the one that holds digits alone.
      const isUsual = place === 0 || line === 'uprn';
      return [`address: ${line} a number`, { address: { ...address, [line]: 5 } }, isUsual];
    }),
    ...(name === undefined ? [] : [mixed(name, { emailAddress: 'x' }, true)]),
    mixed('title', { telephoneNumber: 'none' }, false),
    mixed('emailAddress', { title: 5 }, false),
    ['an array for a body', [], true],
    ['null for a body', null, true],
    // Both empty: a service that takes their members for fields would keep them, and nothing could unset them.
    ['a text for a body', '', false],
    ['a number for a body', 5, false],
  ];
  const isChangeable = (field: string): boolean => fields.some((one) => one === field);
  return bodies
    .filter(([, body]) => !isObject(body) || Object.keys(body).every(isChangeable))
    .filter(([, , isUsual]) => isUsual || isEach)
    .toSorted(([, , one], [, , other]) => Number(other) - Number(one))
    .map(([id, body]) => ({ id, body }));
}
