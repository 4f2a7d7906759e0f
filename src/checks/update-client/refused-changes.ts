import { updateClient } from '../../api/calls.ts';
import {
  deviates,
  deviatesAt,
  hasStatus,
  held,
  isSuccess,
  statusKind,
  statusOf,
} from '../../harness/assertions.ts';
import { unmet } from '../../harness/capabilities.ts';
import type { Capability, Check, Judgement } from '../../harness/check.ts';
import { provenToken } from '../../harness/controls.ts';
import { type Forgery, noCredentials, unknownToken } from '../../harness/forgeries.ts';
import { asJudged } from '../../harness/judged.ts';
import type { Session } from '../../harness/session.ts';
import type { Target, TokenName } from '../../harness/target.ts';
import { readBack, readBefore } from '../../rules/client-change.ts';
import type { ClientRecord } from '../../rules/client-record.ts';
import { differingFields } from '../../rules/client-status.ts';
import { isRestricted } from '../../rules/operations.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { Undecidable } from '../../trace/gap.ts';
import { answersTo } from './at-once.ts';
import { changeableClients, mostChangeable } from './changeable-clients.ts';
import { newValues } from './new-values.ts';
import { nothingChangeable } from './nothing-to-change.ts';
import { readLate, refill } from './refill.ts';

/** Credentials that must not change a client, and what is said of that. */
interface Refused {
  /** Of the check, below `updateClient`. */
  readonly id: string;
  readonly title: string;
  readonly needs: readonly Capability[];
  readonly applies?: Check['applies'];
  readonly credentials: readonly (TokenName | Forgery)[];
  readonly requirement: string;
  /** Undefined where how it is refused is open. */
  readonly status?: number;
}

const refusals: readonly Refused[] = [
  {
    id: 'changes-without-credentials',
    title: 'A change without credentials is answered 401, and not made',
    needs: [],
    credentials: [noCredentials, unknownToken],
    requirement: 'credentials-401',
    status: 401,
  },
  {
    id: 'changes-without-permission',
    title: 'A change with a token that lacks the permission is answered 403, and not made',
    needs: ['restricted token'],
    applies: (target) => isRestricted(target, 'updateClient'),
    credentials: ['restricted'],
    requirement: 'permissions-403',
    status: 403,
  },
  {
    id: 'changes-of-an-outsider',
    title: 'A change by a user of another organisation is refused, and not made',
    needs: ['outsider token'],
    credentials: ['outsider'],
    requirement: 'outsider-403',
  },
];

/** The checks of changes that must be refused. */
export const refusalChecks: readonly Check[] = refusals.map((refused) => ({
  id: `updateClient.${refused.id}`,
  title: refused.title,
  operation: 'updateClient',
  requirements: [refused.requirement],
  needs: ['a client', 'writes', ...refused.needs],
  applies: refused.applies ?? (() => true),
  stage: 'change',
  rule: asJudged,
  probe: (session) => refusesChange(session, refused),
}));

/**
 * A change that would change something is refused, and not made: a change of nothing may be let through for nothing.
 * First by all those who may not make it at once; where a client is changed then, each of them shows by itself who it was.
 */
async function* refusesChange(session: Session, refused: Refused): AsyncIterable<Judgement> {
  if (!session.sampling.thorough) {
    const tried = await session.share(triedAtOnce);
    for (const [reply, credentials] of tried.replies)
      if (refused.credentials.includes(credentials)) yield await judged(session, reply, credentials, refused);
    if (tried.isKept) return;
  }
  yield* refusesEach(session, refused);
}

/** What became of changes that must be refused, when they were sent at once. */
interface TriedAtOnce {
  readonly replies: readonly (readonly [Exchange, TokenName | Forgery])[];
  /** Whether the client was left as it was. */
  readonly isKept: boolean;
}

/** Sends the client of which most can be changed a change of all that with all those credentials at once. */
async function triedAtOnce(session: Session): Promise<TriedAtOnce> {
  const { specification, target } = session;
  const all = refusals
    .filter(({ needs, applies }) => unmet(needs, target).length === 0 && applies?.(target) !== false)
    .flatMap(({ credentials }) => credentials);
  const clients = await session.share(changeableClients);
  const one = mostChangeable(clients);
  if (one === undefined) throw nothingChangeable(clients, 'a field that can be changed', session);
  const { client } = one;
  const before = await recordOf(session, client);
  const body = newValues(one, before);
  const call = updateClient(client, JSON.stringify(body));
  const alone = all
    .filter((credentials) => typeof credentials === 'string')
    .flatMap((credentials) =>
      aloneBy(credentials, Object.keys(body), target).map((field) => ({
        call: updateClient(client, JSON.stringify({ [field]: memberOf(body, field) })),
        credentials,
      })),
    );
  const asked = [...all.map((credentials) => ({ call, credentials })), ...alone];
  const replies = await answersTo(session, asked);
  const after = (await readBack(session, client)).record ?? before;
  return {
    replies: replies.flatMap((reply, place) => {
      const of = asked[place];
      return of === undefined ? [] : [[reply, of.credentials] as const];
    }),
    isKept: differingFields(specification, before, after).length === 0,
  };
}

/**
 * The fields that a token tries to change alone: some services look at which fields a change names before they look at
 * who makes it. All of them where the data is disposable; else few requests must do, and each token tries another.
 */
function aloneBy(token: TokenName, fields: readonly string[], { writes }: Target): readonly string[] {
  if (writes === 'all') return fields;
  return token === 'restricted' ? fields.slice(-1) : fields.slice(0, 1);
}

async function recordOf(session: Session, client: string): Promise<ClientRecord> {
  const { record } = await readBefore(session, client);
  if (record !== undefined) return record;
  const words = `The client ${client} can be read back no more. Check it at the target.`;
  throw new Undecidable('control-refused', words);
}

/** Each field alone for one client, and all together for every client. */
async function* refusesEach(session: Session, refused: Refused): AsyncIterable<Judgement> {
  const clients = await session.share(changeableClients);
  const most = mostChangeable(clients);
  if (most === undefined) throw nothingChangeable(clients, 'a field that can be changed', session);
  for (const changeable of clients.filter(({ fields }) => fields.length > 0)) {
    const { client } = changeable;
    // What was changed before must not be taken for what a refused change does.
    if (!(await refill(session, changeable))) {
      yield readLate(changeable);
      continue;
    }
    const before = await recordOf(session, client);
    const all = newValues(changeable, before);
    const alone = Object.entries(all).map(([field, value]) => ({ [field]: value }));
    for (const credentials of refused.credentials) {
      for (const body of changeable === most ? [...alone, all] : [all]) {
        const reply = await session.send(updateClient(client, JSON.stringify(body)), credentials);
        yield await judged(session, reply, credentials, refused);
      }
    }
    const after = await readBack(session, client);
    if (after.record === undefined) continue;
    for (const changed of differingFields(session.specification, before, after.record)) {
      const words = 'must be as before, since the change is refused';
      yield deviatesAt(after.reply, refused.requirement, `/${changed}`, words, 'changed though refused');
    }
  }
}

async function judged(
  session: Session,
  reply: Exchange,
  credentials: TokenName | Forgery,
  { status, requirement }: Refused,
): Promise<Judgement> {
  if (reply.status === 401 && typeof credentials === 'string') await provenToken(session, credentials);
  if (status !== undefined) return hasStatus(reply, status, requirement);
  if (!isSuccess(reply) && reply.status < 500) return held;
  const words = `The status must be 403, but is ${statusOf(reply)}`;
  return deviates(reply, requirement, words, '', statusKind(reply));
}
