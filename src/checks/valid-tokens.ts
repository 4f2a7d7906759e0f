import { deviates, statusKind, statusOf } from '../harness/assertions.ts';
import type { Deviating } from '../harness/check.ts';
import { stillProven } from '../harness/controls.ts';
import type { Session } from '../harness/session.ts';
import type { TokenName } from '../harness/target.ts';
import type { Exchange } from '../trace/exchange.ts';

/** The row by which each of them is refused. */
const refusedBy = { restricted: 'permissions-403', outsider: 'outsider-403' } as const;

/**
 * What must be said to nobody whose token is valid, whatever they may see (interface 5 and 7): that the token is not
 * valid, and that the service failed.
 * @returns undefined where an answer says neither
 * @throws {Undecidable} `token-refused` where it may not be valid
 */
export async function misanswered(
  session: Session,
  reply: Exchange,
  token: Exclude<TokenName, 'member'>,
): Promise<Deviating | undefined> {
  if (reply.status !== 401 && reply.status < 500) return undefined;
  if (reply.status === 401) await stillProven(session, token);
  const words =
    reply.status === 401
      ? `A valid token must be accepted, or refused with 403, but is answered ${statusOf(reply)}, though it is valid elsewhere`
      : `Whoever asks, the service must not fail, but answers ${statusOf(reply)}`;
  return deviates(reply, refusedBy[token], words, '', statusKind(reply));
}
