import { getCaseData, updateClient } from '../../api/calls.ts';
import { deviates, deviatesAt, hasStatus, held, isSuccess } from '../../harness/assertions.ts';
import type { Check, Judgement } from '../../harness/check.ts';
import { asJudged } from '../../harness/judged.ts';
import type { Session } from '../../harness/session.ts';
import { failures, isEmpty, isNoRecord, isOfAnother, showsOtherAlone } from '../../rules/change-rules.ts';
import { type ClientReading, clientReadingOf } from '../../rules/client-change.ts';
import {
  type ChangeableField,
  type ClientRecord,
  changeableFields,
  isSame,
  shows,
} from '../../rules/client-record.ts';
import { tellingPhrases, toldBy, toldEachTime } from '../../rules/disclosed-phrases.ts';
import { holdsClient } from '../../rules/held-client.ts';
import { emptyPatch } from '../../rules/operations.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { sentTwice, shownTo } from '../refusals/refusal-check.ts';

/**
 * A client that is not there may be refused in any way (interface 7), and perhaps be made: a success is answered with
 * the record of the client whose identifier the path has (interface 4.2). So one that is made has that identifier, and
 * no other; and no other client is changed, or shown, for it.
 */
export const unknownClientCheck: Check = {
  id: 'updateClient.unknown',
  title: 'A change of a client that does not exist is refused, or answered with a record, and shows no other',
  operation: 'updateClient',
  requirements: ['update-client-of-the-client', 'update-client-200'],
  needs: ['a client', 'writes'],
  rule: asJudged,
  probe: answersNoOther,
};

async function* answersNoOther(session: Session): AsyncIterable<Judgement> {
  const id = session.unusedIdentifier('client');
  const reply = await session.sendOnce(updateClient(id, emptyPatch), 'member');
  session.observe({
    requirement: 'update-and-create-errors',
    subject: 'updateClient of a client that does not exist',
    value: String(reply.status),
  });
  yield* failures(reply, 'update-client-200', 'A change of a client that does not exist');
  const reading = clientReadingOf(reply, id);
  if (reading.isOfAnother) {
    yield isOfAnother(reply);
    return;
  }
  yield held;
  const listed = await readings(session, session.target.clients);
  const taken = isSuccess(reply) ? await judgedAsTaken(session, reading, listed) : [];
  yield* taken;
  const row = 'update-client-of-the-client';
  if (taken.some((one) => one.kind === 'deviates' && one.finding.requirement === row)) return;
  if (!(await showsListed(session, reply, listed))) return;
  const words = 'The answer must show no other client, but holds something of one that is listed';
  yield deviates(reply, row, words, '', 'holds another');
}

/** An answer of success says that the client was changed, and is its record. */
async function judgedAsTaken(
  session: Session,
  reading: ClientReading,
  listed: readonly ClientReading[],
): Promise<Judgement[]> {
  const { reply, record } = reading;
  const status = hasStatus(reply, 200, 'update-client-200');
  if (reply.status !== 200) return [status];
  if (record === undefined || isNobodys(session, record, listed)) return [status, isNoRecord(reading)];
  const words = 'must not be shown, since there is no such client';
  const fields = await fieldsOfSomebody(session, record, listed);
  return [
    status,
    ...fields.map((field) =>
      deviatesAt(reply, 'update-client-of-the-client', `/${field}`, words, 'of somebody'),
    ),
  ];
}

/** Which fields a record shows is open; but where records show their identifiers, one that shows nothing is none. */
function isNobodys(
  { specification }: Session,
  record: ClientRecord,
  listed: readonly ClientReading[],
): boolean {
  if (showsOtherAlone(specification, record)) return true;
  return isEmpty(specification, record) && listed.some((one) => shows(one.record ?? {}, 'id'));
}

/**
 * What nobody has given to a client that was made of nothing. What each client that is made so begins with is of nobody,
 * unless a listed client shows it.
 */
async function fieldsOfSomebody(
  session: Session,
  record: ClientRecord,
  listed: readonly ClientReading[],
): Promise<ChangeableField[]> {
  const { specification } = session;
  const fields = changeableFields(specification).filter((field) => {
    const value = memberOf(record, field);
    return typeof value === 'string' && value !== '';
  });
  if (fields.length === 0) return [];
  const made = await readings(session, [session.unusedIdentifier('second client')]);
  return fields.filter((field) => {
    const isShownBy = (other: ClientReading): boolean =>
      isSame(specification, field, record, other.record ?? {});
    return !made.some(isShownBy) || listed.some(isShownBy);
  });
}

/**
 * Whether something of a listed client stands in the answer. A refusal may name whom to ask and who asks, who may be a
 * client as well: so what counts is in no refusal of a case, and in nothing that the member is shown of the organisation.
 */
async function showsListed(
  session: Session,
  reply: Exchange,
  listed: readonly ClientReading[],
): Promise<boolean> {
  const { specification } = session;
  const isIn = (one: Exchange, { record = {} }: ClientReading): boolean =>
    holdsClient(specification, one, record);
  const clients = listed.filter((one) => isIn(reply, one));
  const accepted = listed.filter(({ record }) => record !== undefined).map((one) => one.reply);
  const told = toldBy(reply, tellingPhrases(specification, accepted, 'colleague'));
  if (clients.length === 0 && told.length === 0) return false;
  const absent = await session.sendOnce(getCaseData(session.unusedIdentifier('case')), 'member');
  const others = [absent, ...(await shownTo(session, 'member'))];
  if (clients.some((one) => !others.some((other) => isIn(other, one)))) return true;
  return toldEachTime(told, await sentTwice(session, reply.call, 'member'), others).length > 0;
}

/** What the first reading of each of these clients shows in a run. */
function readings(session: Session, clients: readonly string[]): Promise<ClientReading[]> {
  return Promise.all(
    clients.map(async (id) =>
      clientReadingOf(await session.sendOnce(updateClient(id, emptyPatch), 'member'), id),
    ),
  );
}
