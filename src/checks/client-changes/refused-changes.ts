import { updateClient } from '../../client/calls.ts';
import { type Judgement, Undecidable } from '../check.ts';
import { provenToken } from '../controls.ts';
import { type Forgery, noCredentials } from '../forgeries.ts';
import { deviates, hasStatus, isSuccess, statusOf } from '../judgements.ts';
import type { Reply, Session } from '../session.ts';
import type { TokenName } from '../target.ts';
import { changedFields } from './fields.ts';
import { introductions, mostChangeable } from './introductions.ts';
import { readBack } from './steps.ts';
import { nothingToChange } from './undecided.ts';
import { newValue } from './values.ts';

/** Credentials that must not change a client, and what is said of that. */
export interface Refused {
  readonly credentials: TokenName | Forgery;
  readonly requirement: string;
  /** Undefined where how it is refused is open. */
  readonly status?: number;
}

export const withoutCredentials: Refused = {
  credentials: noCredentials,
  requirement: 'credentials-401',
  status: 401,
};
export const withoutPermission: Refused = {
  credentials: 'restricted',
  requirement: 'permissions-403',
  status: 403,
};
export const ofAnOutsider: Refused = { credentials: 'outsider', requirement: 'outsider-403' };

/** A change that would change something is refused, and not made: a change of nothing may be let through for nothing. */
export async function* refusesChange(session: Session, refused: Refused): AsyncIterable<Judgement> {
  const clients = await session.share(introductions);
  const one = mostChangeable(clients);
  const [field] = one?.fields ?? [];
  if (one === undefined || field === undefined) throw nothingToChange('a field that can be changed', session);
  const { client, lines, unsteady } = one;
  const before = (await readBack(session, client)).record;
  if (before === undefined) {
    throw new Undecidable(
      'control-refused',
      `The client ${client} can be read back no more. Check it at the target.`,
    );
  }
  const body = JSON.stringify({ [field]: newValue(field, client, before, lines) });
  const reply = await session.send(updateClient(client, body), refused.credentials);
  if (reply.status === 401 && typeof refused.credentials === 'string') {
    await provenToken(session, refused.credentials);
  }
  yield isRefusal(reply, refused);
  const after = await readBack(session, client);
  if (after.record === undefined) return;
  for (const changed of changedFields(before, after.record, unsteady)) {
    const words = `/${changed} must be as before, since the change is refused`;
    yield deviates(after.reply, refused.requirement, words, `/${changed}`);
  }
}

function isRefusal(reply: Reply, { status, requirement }: Refused): Judgement {
  if (status !== undefined) return hasStatus(reply, status, requirement);
  if (!isSuccess(reply)) return { kind: 'held' };
  return deviates(reply, requirement, `The status must be 403, but is ${statusOf(reply)}`);
}
