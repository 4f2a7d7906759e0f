import { getCaseData } from '../../api/calls.ts';
import {
  deviates,
  deviatesAt,
  hasStatus,
  held,
  isSuccess,
  jsonOf,
  observes,
} from '../../harness/assertions.ts';
import type { About, Judgement } from '../../harness/check.ts';
import type { Session } from '../../harness/session.ts';
import {
  failures,
  isEmpty,
  isNoRecord,
  showsAnotherClient,
  showsOtherAlone,
} from '../../rules/change-rules.ts';
import type { ClientReading } from '../../rules/client-change.ts';
import {
  type ChangeableField,
  type ClientRecord,
  changeableFields,
  identityOf,
  isSame,
  shows,
} from '../../rules/client-record.ts';
import { disclosedIn, membersIn, phrasesOfRecords, repeatedPhrases } from '../../rules/disclosure.ts';
import { isObject } from '../../schema/json.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Specification } from '../../specification/specification.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { sentTwice, shownTo } from '../refusal-check.ts';
import { readFirst } from './making-changes.ts';

/** A client that a success answer claims to have changed or created. */
interface MadeClient {
  readonly reading: ClientReading;
  /** The first readings of the listed clients. */
  readonly listed: readonly ClientReading[];
  /** The reading of a second client that does not exist. Undefined if it is not needed. */
  readonly second?: ClientReading | undefined;
}

/** A change of a client that does not exist; one that succeeds; one whose answer contains data of a listed client. */
type ChangeOfUnknown = Pick<MadeClient, 'reading'> | MadeClient | { readonly disclosing: Exchange };

/** Sends an empty change for a client that does not exist. */
export async function* changesOfUnknown(session: Session): AsyncIterable<ChangeOfUnknown> {
  const { specification, target, unusedIdentifier } = session;
  const reading = await readFirst(session, unusedIdentifier('client'));
  yield { reading };
  if (reading.isOfAnother) return;
  const { reply } = reading;
  const listed = await Promise.all(target.clients.map((client) => readFirst(session, client)));
  if (isSuccess(reply)) {
    const isSomebodys = (made: MadeClient): boolean => fieldsOfSomebody(specification, made).length > 0;
    let made: MadeClient = { reading, listed };
    // A second one distinguishes default values from those of another client.
    if (isSomebodys(made))
      made = { ...made, second: await readFirst(session, unusedIdentifier('second client')) };
    yield made;
    if (isSomebodys(made)) return;
  }
  if (await showsListed(session, reply, listed)) yield { disclosing: reply };
}

/**
 * Whether the answer contains data of a listed client. A refusal may name a contact or the caller, who may be clients
 * too. So data does not count if it also occurs in the refusal of a case or in the answers about the organisation.
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
  const phrases = disclosedIn(reply, phrasesOfRecords(specification, accepted, 'colleague'));
  if (clients.length === 0 && phrases.length === 0) return false;
  const absent = await session.sendOnce(getCaseData(session.unusedIdentifier('case')), 'member');
  const others = [absent, ...(await shownTo(session, 'member'))];
  if (clients.some((one) => !others.some((other) => isIn(other, one)))) return true;
  return repeatedPhrases(phrases, await sentTwice(session, reply.call, 'member'), others).length > 0;
}

const requirement = 'update-client-of-the-client';

/**
 * A client that is not there may be refused in any way (interface 7), and perhaps be made: a success is answered with
 * the record of the client whose identifier the path has (interface 4.2). So one that is made has that identifier, and
 * no other; and no other client is changed, or shown, for it.
 */
export function* answersNoOther(one: ChangeOfUnknown, { specification }: About): Iterable<Judgement> {
  if ('disclosing' in one) {
    const words = 'The answer contains data of another listed client';
    yield deviates(one.disclosing, requirement, words, '', 'holds another');
  } else if ('listed' in one) yield* ofMadeClient(specification, one);
  else {
    const { reply, isOfAnother: isOther } = one.reading;
    const subject = 'updateClient of a client that does not exist';
    yield observes('update-and-create-errors', subject, String(reply.status));
    yield* failures(reply, 'update-client-200', { one: 'A change of a client that does not exist' });
    yield isOther ? showsAnotherClient(reply) : held;
  }
}

/** An answer of success says that the client was changed, and is its record. */
function ofMadeClient(specification: Specification, made: MadeClient): Judgement[] {
  const { reply } = made.reading;
  const status = hasStatus(reply, 200, 'update-client-200');
  if (reply.status !== 200) return [status];
  if (isNobodys(specification, made)) return [status, isNoRecord(made.reading)];
  const words = 'is shown, although the client does not exist';
  return [
    status,
    ...fieldsOfSomebody(specification, made).map((field) =>
      deviatesAt(reply, requirement, `/${field}`, words, 'of somebody'),
    ),
  ];
}

/** A record may omit any field. But if listed clients show their identifiers, an empty object is not a record. */
function isNobodys(specification: Specification, { reading: { record }, listed }: MadeClient): boolean {
  if (record === undefined || showsOtherAlone(specification, record)) return true;
  return isEmpty(specification, record) && listed.some((one) => shows(one.record ?? {}, 'id'));
}

/**
 * Fields whose values may be another client's: the new client shows them although nobody supplied them. A value that
 * every new client shows is a default, unless a listed client shows it too.
 */
function fieldsOfSomebody(specification: Specification, made: MadeClient): ChangeableField[] {
  const { reading, listed, second } = made;
  const { reply, record = {} } = reading;
  if (reply.status !== 200 || isNobodys(specification, made)) return [];
  return changeableFields(specification).filter((field) => {
    const value = memberOf(record, field);
    if (typeof value !== 'string' || value === '') return false;
    const isShownBy = (other: ClientReading): boolean =>
      isSame(specification, field, record, other.record ?? {});
    return second === undefined || !isShownBy(second) || listed.some(isShownBy);
  });
}

/**
 * Whether an answer contains data of a client's record at any depth: an object with its identifier and at least one
 * of its other values. The identifier alone may be a link, and other values alone may belong to a namesake.
 */
function holdsClient(specification: Specification, reply: Exchange, record: ClientRecord): boolean {
  const { id } = record;
  if (typeof id !== 'string') return false;
  const others = specification.fieldsOf('Client').filter((field) => field !== 'id');
  const isOfIt = ([, value]: readonly [string, unknown]): boolean =>
    isObject(value) &&
    identityOf(value, id) === 'own' &&
    others.some((field) => shows(value, field) && isSame(specification, field, value, record));
  return [...membersIn([jsonOf(reply)])].some(isOfIt);
}
