import { getCaseData } from '../../api/calls.ts';
import { deviates, hasStatus, held, isSuccess, observes } from '../../harness/assertions.ts';
import type { About, Judgement } from '../../harness/check.ts';
import type { Session } from '../../harness/session.ts';
import {
  isEmpty,
  isNoRecord,
  isNotClientRecord,
  serverErrors,
  showsAnotherClient,
} from '../../rules/change-rules.ts';
import type { ClientReading } from '../../rules/client-change.ts';
import { shows } from '../../rules/client-record.ts';
import { disclosedPhrases, phrasesOfRecords, repeatedPhrases } from '../../rules/disclosure.ts';
import type { Specification } from '../../specification/specification.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { sentTwice, shownTo } from '../refusal-check.ts';
import { readFirst } from './making-changes.ts';

interface ChangeOfUnknown {
  readonly reading: ClientReading;
  readonly listed: readonly ClientReading[];
  readonly isDisclosing: boolean;
}

export async function* changesOfUnknown(session: Session): AsyncIterable<ChangeOfUnknown> {
  const reading = await readFirst(session, session.unusedIdentifier('client'));
  const listed = await Promise.all(session.target.clients.map((client) => readFirst(session, client)));
  const isDisclosing = !reading.isOfAnother && (await showsListed(session, reading.reply, listed));
  yield { reading, listed, isDisclosing };
}

/**
 * Whether the reply discloses data of a listed client. Data that the target also shows in a refusal of an absent case,
 * or of the caller's organisation, is ignored: it may be the support contact's or the caller's own.
 */
async function showsListed(
  session: Session,
  reply: Exchange,
  listed: readonly ClientReading[],
): Promise<boolean> {
  const accepted = listed.filter(({ record }) => record !== undefined).map((one) => one.reply);
  const phrases = disclosedPhrases(reply, phrasesOfRecords(session.specification, accepted, 'colleague'));
  if (phrases.length === 0) return false;
  const absent = await session.sendOnce(getCaseData(session.unusedIdentifier('case')), 'member');
  const others = [absent, ...(await shownTo(session, 'member'))];
  return repeatedPhrases(phrases, await sentTwice(session, reply.call, 'member'), others).length > 0;
}

/**
 * Any refusal is right (interface 7). A success may create the client, and must answer with the record of the
 * client in the path (interface 4.2).
 */
export function* answersNoOther(one: ChangeOfUnknown, { specification }: About): Iterable<Judgement> {
  const { reply, isOfAnother } = one.reading;
  const subject = 'updateClient of a client that does not exist';
  yield observes('update-and-create-errors', subject, String(reply.status));
  yield* serverErrors(reply, 'update-client-200', { one: 'A change of a client that does not exist' });
  if (isOfAnother) return yield showsAnotherClient(reply);
  if (isSuccess(reply)) yield hasStatus(reply, 200, 'update-client-200');
  if (reply.status === 200 && isNobodys(specification, one)) yield isNoRecord(one.reading);
  const words = 'The answer contains data of another listed client';
  yield one.isDisclosing ? deviates(reply, 'update-client-of-the-client', words, '', 'holds another') : held;
}

/** An empty object is not a record if listed clients show their identifiers. */
function isNobodys(specification: Specification, { reading: { record }, listed }: ChangeOfUnknown): boolean {
  if (record === undefined || isNotClientRecord(specification, record)) return true;
  return isEmpty(specification, record) && listed.some((one) => shows(one.record ?? {}, 'id'));
}
