import { isSuccess } from '../../harness/assertions.ts';
import type { Judgement } from '../../harness/check.ts';
import type { Session } from '../../harness/session.ts';
import { changesNothing, isEmpty, isNoRecord, showsAsDescribed } from '../../rules/change-rules.ts';
import { type ObservedChange, observeChange, readBack } from '../../rules/client-change.ts';
import { changeableFields } from '../../rules/client-record.ts';
import { requirementAt } from '../../schema/places.ts';
import type { Specification } from '../../specification/specification.ts';
import { type ChangeableClient, changeableClients, mostChangeable } from './changeable-clients.ts';
import { newValue } from './new-values.ts';
import { atLeastOne, nothingToChange } from './nothing-to-change.ts';

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
  const one = mostChangeable(clients);
  const otherwise = nothingToChange('a field that can be changed', session);
  if (one === undefined) throw otherwise;
  yield* atLeastOne(judgeWrongBodies(session, one), otherwise);
}

async function* judgeWrongBodies(session: Session, one: ChangeableClient): AsyncIterable<Judgement> {
  let before = (await readBack(session, one.client)).record;
  for (const { id, body } of wrongBodies(one)) {
    if (before === undefined) break;
    const change: ObservedChange = await observeChange(session, { ...one, before }, body);
    session.observe({
      requirement: 'update-and-create-errors',
      subject: `updateClient with ${id}`,
      value: String(change.answer.reply.status),
    });
    yield* judgements(session.specification, change);
    before = change.after.record;
  }
}

function judgements(specification: Specification, change: ObservedChange): Judgement[] {
  const { reply, record, isOfAnother } = change.answer;
  if (isOfAnother) return [];
  if (!isSuccess(reply)) return changesNothing(specification, change);
  const isRecord =
    record !== undefined && !(isEmpty(specification, record) && !isEmpty(specification, change.before));
  if (isRecord || reply.status !== 200) return showsAsDescribed(specification, change);
  return [isNoRecord(change.answer)];
}

function wrongBodies(changeable: ChangeableClient): WrongBody[] {
  const { record, fields, lines } = changeable;
  const [line] = lines;
  const newAddress = newValue('address', changeable, record) as object;
  const ofFields = fields
    .filter((field) => field !== 'address')
    .flatMap((field) => [
      { id: `${field}: a number`, body: { [field]: 5 } },
      { id: `${field}: null`, body: { [field]: null } },
      { id: `${field}: a boolean`, body: { [field]: true } },
      { id: `${field}: an array`, body: { [field]: ['Sample'] } },
      { id: `${field}: an object`, body: { [field]: { value: 'Sample' } } },
    ]);
  const ofForms = [
    { id: 'emailAddress: no e-mail address', body: { emailAddress: 'not an address' } },
    { id: 'emailAddress: no domain', body: { emailAddress: 'sample@' } },
    { id: 'telephoneNumber: no E.164', body: { telephoneNumber: '01632 960001' } },
    { id: 'telephoneNumber: words', body: { telephoneNumber: 'none' } },
    { id: 'address: a text', body: { address: '1 Sample Street' } },
    { id: 'address: an array', body: { address: [] } },
    { id: 'address: null', body: { address: null } },
    ...(line === undefined
      ? []
      : [{ id: `address: ${line} a number`, body: { address: { ...newAddress, [line]: 5 } } }]),
  ].filter(({ body }) => fields.some((field) => Object.hasOwn(body, field)));
  const [plain] = fields.filter((field) => /Name$/.test(field));
  const mixed =
    plain === undefined || !fields.includes('emailAddress')
      ? []
      : [
          {
            id: `${plain} right and emailAddress wrong`,
            body: { [plain]: newValue(plain, changeable, record), emailAddress: 'x' },
          },
          {
            id: 'title right and telephoneNumber wrong',
            body: { title: newValue('title', changeable, record), telephoneNumber: 'none' },
          },
          {
            id: 'emailAddress right and title wrong',
            body: { emailAddress: newValue('emailAddress', changeable, record), title: 5 },
          },
        ].filter(({ body }) => Object.keys(body).every((field) => fields.some((one) => one === field)));
  return [...ofFields, ...ofForms, ...mixed, ...noObjects];
}

/** All of them empty: a service that takes their members for fields would keep them, and nothing could unset them. */
const noObjects: readonly WrongBody[] = [
  { id: 'an array for a body', body: [] },
  { id: 'a text for a body', body: '' },
  { id: 'a number for a body', body: 5 },
  { id: 'null for a body', body: null },
];
