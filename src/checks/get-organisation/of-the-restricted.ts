import { getOrganisation } from '../../api/calls.ts';
import { deviates, held, isSuccess, jsonOf, undecided } from '../../harness/assertions.ts';
import type { Judgement } from '../../harness/check.ts';
import { provenToken } from '../../harness/controls.ts';
import type { Session } from '../../harness/session.ts';
import { showsAgain } from '../../harness/shown-again.ts';
import { notPermitted, operations } from '../../rules/operations.ts';
import { areOthers } from '../../rules/organisation.ts';
import type { Exchange } from '../../trace/exchange.ts';

/**
 * Whoever reads a case is of the organisation whose case it is (interface 4.1 and 7), so that a token that reads one of
 * the member's cases is shown the member's organisation, if it is shown any (4.4). Fewer of its fields may be shown,
 * and an id that is made for each answer tells nothing.
 */
export async function* isTheMembers(session: Session): AsyncIterable<Judgement> {
  const [call] = operations.getCaseData.calls(session);
  const reply = await session.sendOnce(getOrganisation(), 'restricted');
  if (reply.status === 401) await provenToken(session, 'restricted');
  if (!isSuccess(reply)) {
    yield undecided('no-data', notPermitted('getOrganisation'));
    return;
  }
  const own = await session.sendOnce(getOrganisation(), 'member');
  if (!(await isOther(session, reply, own))) {
    yield held;
    return;
  }
  const proof = call && (await session.sendOnce(call, 'restricted'));
  if (proof?.status !== 200) {
    const words = `tokens.restricted is shown another organisation, but no case of this one: ${call?.path} is answered ${proof?.status}. Check that it is of this organisation.`;
    yield undecided('control-refused', words);
    return;
  }
  const words = "The record must be that of the caller's organisation, but is another one than the member's";
  yield deviates(reply, 'organisation-is-callers', words, '', 'of another with restricted');
}

/** Whether a token is shown another organisation than the member is, and each time that one. */
async function isOther(session: Session, reply: Exchange, own: Exchange): Promise<boolean> {
  if (!isSuccess(own) || !areOthers(jsonOf(reply), jsonOf(own))) return false;
  if (showsAgain(session.specification, reply, own)) return false;
  const again = await session.send(getOrganisation(), 'restricted');
  return !areOthers(jsonOf(reply), jsonOf(again)) && areOthers(jsonOf(again), jsonOf(own));
}
