import { getCaseData } from '../../api/calls.ts';
import { advises, jsonOf } from '../../harness/assertions.ts';
import type { Judgement } from '../../harness/check.ts';
import type { Session } from '../../harness/session.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Exchange } from '../../trace/exchange.ts';

/** Refusals must not reveal whether another organisation's case exists (RFC 9110, section 15.5.5). */
export async function* tellsNoExistence(session: Session): AsyncIterable<Judgement> {
  const absent = await refusalOfAbsent(session, 'case');
  if (absent === undefined) return;
  for (const id of session.target.foreignCases) {
    const reply = await session.sendOnce(getCaseData(id), 'member');
    const foreign = wordsOf(reply, id);
    if (foreign === undefined || foreign === absent) continue;
    // A message that differs for every request reveals nothing.
    if ((await refusalOfAbsent(session, 'another case')) !== absent) return;
    const words = 'A case of another organisation is refused in other words than one that does not exist';
    yield advises(reply, 'existence-not-told', words, '', 'other words');
  }
}

async function refusalOfAbsent(session: Session, label: string): Promise<string | undefined> {
  const id = session.unusedIdentifier(label);
  return wordsOf(await session.sendOnce(getCaseData(id), 'member'), id);
}

/** The message of a 404, without what it may name of its request: the case, a number, an identifier for support. */
function wordsOf(reply: Exchange, id: string): string | undefined {
  const message = reply.status === 404 ? memberOf(jsonOf(reply), 'message') : undefined;
  if (typeof message !== 'string') return undefined;
  return message
    .toLowerCase()
    .replaceAll(id.toLowerCase(), '')
    .replaceAll(/\b[0-9a-f-]{8,}\b|\d+/g, '');
}
