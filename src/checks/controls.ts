import { type Call, getOrganisation } from '../client/calls.ts';
import { Undecidable } from './check.ts';
import { isSuccess } from './judgements.ts';
import type { Reply, Session } from './session.ts';
import type { TokenName } from './target.ts';

/**
 * Sends the accepted twin of a request that must be refused, with the member's token.
 * @param isAccepted - what counts as accepted
 * @throws {Undecidable} `control-refused` when it is not accepted: the refusal beside it would prove nothing.
 */
export async function control(
  session: Session,
  call: Call,
  isAccepted: (reply: Reply) => boolean = isSuccess,
): Promise<Reply> {
  const reply = await session.recall(call, 'member');
  if (isAccepted(reply)) return reply;
  throw new Undecidable(
    'control-refused',
    `The same request with valid credentials, ${call.method} ${call.path}, is answered ${reply.status}, so that a refusal proves nothing. Check tokens.member and what the configuration lists.`,
  );
}

/**
 * Shows that a token is valid at this target, by an operation that says so (interface 4.4).
 * @throws {Undecidable} `control-refused` when it is answered 401: the token may simply be wrong.
 */
export async function provenToken(session: Session, token: TokenName): Promise<void> {
  const reply = await session.recall(getOrganisation(), token);
  if (reply.status !== 401) return;
  throw new Undecidable(
    'control-refused',
    `tokens.${token} is answered 401 by GET /api/v2/org too, so it may not be valid. Check it in the configuration.`,
  );
}
