import { getCaseData } from '../../api/calls.ts';
import { isSuccess } from '../../harness/assertions.ts';
import type { Session } from '../../harness/session.ts';
import type { ClientReading } from '../../rules/client-change.ts';
import { tellingPhrases, toldBy, toldEachTime } from '../../rules/disclosed-phrases.ts';
import {
  fieldsOfSomebody,
  holdsClient,
  type MadeClient,
  type SeenOfUnknown,
} from '../../rules/unknown-client.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { sentTwice, shownTo } from '../refusals/refusal-check.ts';
import { readFirst } from './making-changes.ts';

/** Sends an empty change for a client that does not exist. */
export async function* changesOfUnknown(session: Session): AsyncIterable<SeenOfUnknown> {
  const { specification, target, unusedIdentifier } = session;
  const reading = await readFirst(session, unusedIdentifier('client'));
  yield { kind: 'answer', reading };
  if (reading.isOfAnother) return;
  const { reply } = reading;
  const listed = await Promise.all(target.clients.map((client) => readFirst(session, client)));
  if (isSuccess(reply)) {
    const made = await withSecond(session, { reading, listed });
    yield { kind: 'success', made };
    if (fieldsOfSomebody(specification, made).length > 0) return;
  }
  if (await showsListed(session, reply, listed)) yield { kind: 'holds another', reply };
}

/** Creates a second client if it is needed to distinguish default values from those of another client. */
async function withSecond(session: Session, made: MadeClient): Promise<MadeClient> {
  if (fieldsOfSomebody(session.specification, made).length === 0) return made;
  return { ...made, second: await readFirst(session, session.unusedIdentifier('second client')) };
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
  const told = toldBy(reply, tellingPhrases(specification, accepted, 'colleague'));
  if (clients.length === 0 && told.length === 0) return false;
  const absent = await session.sendOnce(getCaseData(session.unusedIdentifier('case')), 'member');
  const others = [absent, ...(await shownTo(session, 'member'))];
  if (clients.some((one) => !others.some((other) => isIn(other, one)))) return true;
  return toldEachTime(told, await sentTwice(session, reply.call, 'member'), others).length > 0;
}
