import { type Call, updateClient } from '../../api/calls.ts';
import { deviates, hasStatus, held, isSuccess, statusOf } from '../../harness/assertions.ts';
import { type Judgement, Undecidable } from '../../harness/check.ts';
import { provenToken } from '../../harness/controls.ts';
import { type Forgery, noCredentials, unknownToken } from '../../harness/forgeries.ts';
import type { Session } from '../../harness/session.ts';
import type { TokenName } from '../../harness/target.ts';
import { readBack } from '../../rules/client-change.ts';
import { changedFields } from '../../rules/client-record.ts';
import { changeableClients, mostChangeable } from './changeable-clients.ts';
import { newValue } from './new-values.ts';
import { nothingToChange } from './nothing-to-change.ts';

/** Credentials that must not change a client, and what is said of that. */
export interface Refused {
  readonly credentials: readonly (TokenName | Forgery)[];
  readonly requirement: string;
  /** Undefined where how it is refused is open. */
  readonly status?: number;
}

export const withoutCredentials: Refused = {
  credentials: [noCredentials, unknownToken],
  requirement: 'credentials-401',
  status: 401,
};
export const withoutPermission: Refused = {
  credentials: ['restricted'],
  requirement: 'permissions-403',
  status: 403,
};
export const ofAnOutsider: Refused = { credentials: ['outsider'], requirement: 'outsider-403' };

/**
 * A change that would change something is refused, and not made: a change of nothing may be let through for nothing.
 * Each field alone for one client, and all together for every client.
 */
export async function* refusesChange(session: Session, refused: Refused): AsyncIterable<Judgement> {
  const clients = (await session.share(changeableClients)).filter(({ fields }) => fields.length > 0);
  const most = mostChangeable(clients);
  if (most === undefined) throw nothingToChange('a field that can be changed', session);
  for (const changeable of clients) {
    const { client, fields, lines } = changeable;
    const before = (await readBack(session, client)).record;
    if (before === undefined) {
      const words = `The client ${client} can be read back no more. Check it at the target.`;
      throw new Undecidable('control-refused', words);
    }
    const all = Object.fromEntries(fields.map((field) => [field, newValue(field, client, before, lines)]));
    const alone = Object.entries(all).map(([field, value]) => ({ [field]: value }));
    for (const credentials of refused.credentials) {
      for (const body of changeable === most ? [...alone, all] : [all]) {
        yield await refusalOf(session, updateClient(client, JSON.stringify(body)), credentials, refused);
      }
    }
    const after = await readBack(session, client);
    if (after.record === undefined) continue;
    for (const changed of changedFields(session.specification, before, after.record)) {
      const words = `/${changed} must be as before, since the change is refused`;
      yield deviates(after.reply, refused.requirement, words, `/${changed}`);
    }
  }
}

async function refusalOf(
  session: Session,
  call: Call,
  credentials: TokenName | Forgery,
  { status, requirement }: Refused,
): Promise<Judgement> {
  const reply = await session.send(call, credentials);
  if (reply.status === 401 && typeof credentials === 'string') await provenToken(session, credentials);
  if (status !== undefined) return hasStatus(reply, status, requirement);
  if (!isSuccess(reply)) return held;
  return deviates(reply, requirement, `The status must be 403, but is ${statusOf(reply)}`);
}
