import { isSuccess, observes } from '../../harness/assertions.ts';
import type { About, Judgement } from '../../harness/check.ts';
import type { Sampling, Session } from '../../harness/session.ts';
import { rowsOfTurn } from '../../harness/turns.ts';
import {
  type ChangeRule,
  isEmpty,
  isNoRecord,
  isOfTheClient,
  judgedChange,
  refusesWithoutEffect,
  showsAsDescribed,
} from '../../rules/change-rules.ts';
import { type ChangeableField, type ClientRecord, changeableFields } from '../../rules/client-record.ts';
import { orUndecided } from '../../rules/series-rules.ts';
import { isObject } from '../../schema/json.ts';
import { requirementAt } from '../../schema/places.ts';
import type { Specification } from '../../specification/specification.ts';
import { type ChangeableClient, mostChangeable } from './changeable-clients.ts';
import type { SentBody } from './making-changes.ts';
import { newValue, newValues } from './new-values.ts';
import { type AnswerOrEffect, refusedOneByOne, refusedTogether } from './without-effect.ts';

interface WrongBody extends SentBody {
  /** Completes the words "updateClient with …". */
  readonly id: string;
}

export async function* wrongChanges(session: Session): AsyncIterable<AnswerOrEffect<WrongBody>> {
  const one = await mostChangeable(session);
  const { thorough, seed } = session.sampling;
  // On disposable data, each field is tested alone: in a shared body, one strict field would hide a lenient one.
  const isEach = thorough || session.target.writes === 'all';
  const send = (bodiesOf: (changeable: ChangeableClient) => WrongBody[]) =>
    (thorough ? refusedOneByOne : refusedTogether)(session, {
      one,
      changesFrom: (record: ClientRecord) => bodiesOf({ ...one, record }),
      mayBeAccepted: true,
    });
  yield* send((changeable) => wrongBodies(changeable, isEach, { thorough, seed }));
  // Most services accept these bodies, so they are sent apart, and only to disposable data: the run could not
  // remove a member that the service keeps.
  if (session.target.writes === 'all') yield* send(oddBodies);
}

export function rowsOfWrongBodies(specification: Specification): readonly string[] {
  const client = specification.schemaNamed('Client');
  const rows = changeableFields(specification).map((field) => requirementAt(client, {}, `/${field}`) ?? '');
  return ['update-client-200', ...new Set(rows)];
}

/** How invalid bodies are answered is open (interface 7), so the status is only observed. */
export function* survivesWrongBodies(
  seen: readonly AnswerOrEffect<WrongBody>[],
  about: About,
): Iterable<Judgement> {
  const judgements = seen.flatMap((one) =>
    'reply' in one ? [] : judgedChange(about.specification, one, ofWrongBody),
  );
  const changes = seen.flatMap((one) => ('reply' in one ? [] : [one]));
  yield* orUndecided(judgements, about, undefined, changes);
  for (const one of seen) {
    if (!('reply' in one)) continue;
    yield observes('update-and-create-errors', `updateClient with ${one.id}`, String(one.reply.status));
  }
}

const ofWrongBody: ChangeRule = (specification, change) => {
  const { reply, record, isOfAnother } = change.answer;
  if (isOfAnother) return isOfTheClient(specification, change);
  if (!isSuccess(reply)) return refusesWithoutEffect(specification, change);
  const isRecord =
    record !== undefined && !(isEmpty(specification, record) && !isEmpty(specification, change.before));
  if (isRecord || reply.status !== 200) return showsAsDescribed(specification, change);
  return [isNoRecord(change.answer)];
};

const noTexts: readonly (readonly [kind: string, value: unknown])[] = [
  ['a number', 5],
  ['null', null],
  ['a boolean', true],
  ['an array', ['Sample']],
  ['an object', { value: 'Sample' }],
];

/** The wrong kinds of values, rotated by the field's position, so neighbouring fields get different kinds. */
function kindsFor(place: number): typeof noTexts {
  const first = place % 2;
  return [...noTexts.slice(first), ...noTexts.slice(0, first)];
}

/** Every run sends the usual bodies. The others repeat their defects in other fields. */
type ListedBody = readonly [id: string, body: unknown, isUsual: boolean];

/** Bodies with unexpected members, which a service may ignore or refuse. */
function oddBodies(changeable: ChangeableClient): WrongBody[] {
  const [name] = namesIn(changeable);
  if (name === undefined) return [];
  const right = newValues({ ...changeable, fields: [name] }, changeable.record);
  return [
    { id: `${name} and an unknown field`, body: { ...right, sampleField: 'Sample' } },
    { id: `${name} with a null character`, body: { [name]: 'Sample\0' } },
  ];
}

function namesIn({ fields }: Pick<ChangeableClient, 'fields'>): ChangeableField[] {
  return fields.filter((field) => /Name$/.test(field));
}

function wrongBodies(
  { record, ...changeable }: ChangeableClient,
  isEach: boolean,
  { thorough, seed }: Pick<Sampling, 'thorough' | 'seed'>,
): WrongBody[] {
  const { fields, lines } = changeable;
  const texts = fields.filter((field) => field !== 'address');
  const address = newValue('address', changeable, record) as object;
  const mixed = (right: readonly ChangeableField[], wrong: object, isUsual: boolean): ListedBody => [
    `${right.join()} right and ${Object.keys(wrong).join()} wrong`,
    { ...newValues({ ...changeable, fields: right }, record), ...wrong },
    isUsual,
  ];
  const inTurn = (some: readonly ListedBody[]): readonly ListedBody[] =>
    thorough ? some : rowsOfTurn(some, 1, seed);
  const bodies: readonly ListedBody[] = [
    ...texts.flatMap((field, place) => {
      // A normal run sends either an array or an object: few services refuse one and accept the other.
      const kinds = kindsFor(place).filter(
        ([kind]) => thorough || kind !== ['an object', 'an array'][place % 2],
      );
      return kinds.map(([kind, value], index): ListedBody => {
        // Two fields that most clients have, and companyName, which services forget. Other fields share
        // bodies, in which one strict field can hide a lenient one.
        const isAlone = place < 2 || field === 'companyName';
        return [`${field}: ${kind}`, { [field]: value }, index === 0 && isAlone];
      });
    }),
    // Bodies that change every text are not needed if each field is tested alone.
    ...noTexts.slice(isEach ? noTexts.length : 2).map((_, row): ListedBody => {
      const kinds = texts.map((field, place) => {
        const others = kindsFor(place).filter(([kind]) => kind !== 'an object');
        return [field, others[row + 1]?.[1]];
      });
      return [`every text of another type, in row ${row + 1}`, Object.fromEntries(kinds), true];
    }),
    ['emailAddress: no e-mail address', { emailAddress: 'not an address' }, true],
    ...inTurn([
      ['emailAddress: a line break at its end', { emailAddress: 'avery.sample@example.com\n' }, false],
      ['emailAddress: no domain', { emailAddress: 'sample@' }, false],
    ]),
    ['telephoneNumber: no E.164', { telephoneNumber: '01632960001' }, true],
    ['telephoneNumber: sixteen digits', { telephoneNumber: '+4420794600012345' }, false],
    ...inTurn([
      ['telephoneNumber: a line break at its end', { telephoneNumber: '+447700900123\n' }, false],
      ['telephoneNumber: letters after a plus sign', { telephoneNumber: '+44SAMPLE' }, false],
    ]),
    ['address: a text', { address: '1 Sample Street' }, true],
    ['address: null', { address: null }, true],
    ['address: an array', { address: [] }, false],
    ...lines.map((line, place): ListedBody => {
      // Every run sends the first line, and the one that holds only digits.
      const isUsual = place === 0 || line === 'uprn';
      return [`address: ${line} a number`, { address: { ...address, [line]: 5 } }, isUsual];
    }),
    // An expression without anchors accepts these two.
    mixed(namesIn(changeable), { emailAddress: 'Avery Sample <avery.sample@example.com>' }, true),
    mixed(['title'], { telephoneNumber: '+0447700900001' }, false),
    mixed(['emailAddress'], { title: 5 }, false),
    ['an array for a body', [], true],
    ['null for a body', null, false],
    // Empty, because a service might store each character of a longer text as a field, which the run could not remove.
    ['a text for a body', '', false],
  ];
  const isChangeable = (field: string): boolean => fields.some((one) => one === field);
  return bodies
    .filter(([, body]) => !isObject(body) || Object.keys(body).every(isChangeable))
    .filter(([, , isUsual]) => isUsual || isEach)
    .toSorted(([, , one], [, , other]) => Number(other) - Number(one))
    .map(([id, body]) => ({ id, body }));
}
