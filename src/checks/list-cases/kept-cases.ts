import {
  deviates,
  handoverKind,
  held,
  isSuccess,
  neitherAnswer,
  undecided,
} from '../../harness/assertions.ts';
import type { Judgement } from '../../harness/check.ts';
import { provenToken } from '../../harness/controls.ts';
import type { Session } from '../../harness/session.ts';
import { listedCases } from '../../harness/target.ts';
import { holdsIdentifier } from '../../rules/listed-identifiers.ts';
import type { Exchange } from '../../trace/exchange.ts';

/** The judgement of a list that a user of another organisation is answered with: it shows no case of the member's. */
export async function keepsCases(session: Session, reply: Exchange): Promise<Judgement> {
  if (reply.status === 401) await provenToken(session, 'outsider');
  const shown = listedCases(session.target).find(({ id }) => holdsIdentifier(reply.text, id));
  if (shown !== undefined) {
    const words = `The list must not show ${shown.id}, a case of the member's organisation`;
    return deviates(reply, 'outsider-403', words, '', handoverKind(reply));
  }
  if (isSuccess(reply) || reply.status === 403) return held;
  return undecided('no-data', neitherAnswer(reply));
}
