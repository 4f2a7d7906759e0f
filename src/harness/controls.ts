import { type Call, getCaseData, getOrganisation, listCases } from '../api/calls.ts';
import { is2xx, is4xx } from '../http/status.ts';
import type { Exchange } from '../trace/exchange.ts';
import { Undecidable } from '../trace/gap.ts';
import { isSuccess } from './assertions.ts';
import type { Session } from './session.ts';
import { listedCases, type TokenName } from './target.ts';

/**
 * Sends the accepted twin of a request that must be refused, with the member's token.
 * @param isAccepted - which statuses count as accepted
 * @throws {Undecidable} `control-refused` if the twin is refused too: the other refusal would prove nothing
 */
export async function control(
  session: Session,
  call: Call,
  isAccepted: (status: number) => boolean = is2xx,
): Promise<Exchange> {
  const reply = await session.sendOnce(call, 'member');
  const gap = gapOfControl(reply, isAccepted);
  if (gap !== undefined) throw gap;
  return reply;
}

/** Why a refusal proves nothing; undefined if its twin was accepted. */
export function gapOfControl(
  reply: Exchange,
  isAccepted: (status: number) => boolean = is2xx,
): Undecidable | undefined {
  if (isAccepted(reply.status)) return undefined;
  const { call, status } = reply;
  const isOfBody = call.body !== undefined && [400, 422].includes(status);
  const fix = isOfBody
    ? 'See what the target says of the documented values that were sent'
    : toFix(status, 'tokens.member and what the configuration lists');
  const words = `The same request with valid credentials, ${call.method} ${call.path}, is answered ${status}, so a refusal proves nothing. ${fix}.`;
  return new Undecidable('control-refused', [words, call.path], reply);
}

export function toFix(status: number, configured: string): string {
  return is4xx(status) ? `Check ${configured}` : 'Fix that at the target first';
}

/**
 * Proves that a token is valid, by getOrganisation (interface 4.4) or another operation that accepts it. The
 * member must belong to the organisation, so for its token a 403 counts like a 401. Other tokens only have to
 * be recognised.
 * @throws {Undecidable} `token-refused` if no operation accepts the token: the configured token may be wrong
 */
export async function provenToken(session: Session, token: TokenName): Promise<void> {
  await proveBy((call) => session.sendOnce(call, token), session, token);
}

/**
 * Proves the token again: since the first proof, the token may have expired, or other requests may have
 * locked it out.
 */
export async function provenTokenAgain(session: Session, token: TokenName): Promise<void> {
  await provenToken(session, token);
  await proveBy((call) => session.send(call, token), session, token);
}

type Ask = (call: Call) => Promise<Exchange>;

async function proveBy(ask: Ask, session: Session, token: TokenName): Promise<void> {
  const { status } = await ask(getOrganisation());
  if (status !== 401 && !(token === 'member' && status === 403)) return;
  const list = await ask(listCases());
  if (isSuccess(list) || (token !== 'member' && (await isRecognised(ask, session, list)))) return;
  const { memberFrom } = session.target;
  const source = token === 'member' && memberFrom !== undefined ? memberFrom : 'it in the configuration';
  const words = `Neither GET /api/v2/org (${status}) nor GET /api/v2/cases accepts tokens.${token}. Check ${source}.`;
  throw new Undecidable('token-refused', [words, `tokens.${token}`]);
}

async function isRecognised(ask: Ask, session: Session, list: Exchange): Promise<boolean> {
  const [first] = listedCases(session.target);
  const isOfKnown = ({ status }: Exchange): boolean => is2xx(status) || status === 403;
  return isOfKnown(list) || (first !== undefined && isOfKnown(await ask(getCaseData(first.id))));
}
