import { isSuccess } from '../../harness/assertions.ts';
import { unmet } from '../../harness/capabilities.ts';
import type { Capability, Check } from '../../harness/check.ts';
import { provenToken } from '../../harness/controls.ts';
import { type Forgery, noCredentials, unknownToken } from '../../harness/forgeries.ts';
import { checkOf } from '../../harness/judged.ts';
import type { Session } from '../../harness/session.ts';
import type { Target, TokenName } from '../../harness/target.ts';
import { type ObservedChange, type Patch, patchOf } from '../../rules/client-change.ts';
import { differingFields } from '../../rules/client-record.ts';
import { isRestricted } from '../../rules/operations.ts';
import { type RepeatedChange, refusesChanges, type SeenOfRefused } from '../../rules/refused-changes.ts';
import { nothingToChange } from '../../rules/series-rules.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { Undecidable } from '../../trace/gap.ts';
import { type ChangeableClient, changeableClients, mostChangeable } from './changeable-clients.ts';
import { answerTo, changesTogether, readBack, readBefore, refill } from './making-changes.ts';
import { newValue, newValues } from './new-values.ts';

/** Credentials that must not change a client, and the check of this. */
interface Refused {
  /** The part of the check's id after `updateClient.` */
  readonly id: string;
  readonly title: string;
  readonly needs?: readonly Capability[];
  readonly applies?: Check['applies'];
  readonly credentials: readonly (TokenName | Forgery)[];
  readonly requirement: string;
  /** Undefined if the documents leave the status open. */
  readonly status?: number;
}

const refusals: readonly Refused[] = [
  {
    id: 'changes-without-credentials',
    title: 'A change without credentials is answered 401, and not made',
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
export const refusedChangeChecks: readonly Check[] = refusals.map((refused) =>
  checkOf({
    id: `updateClient.${refused.id}`,
    title: refused.title,
    requirements: [refused.requirement],
    needs: ['a client', 'writes', ...(refused.needs ?? [])],
    applies: refused.applies ?? (() => true),
    stage: 'change',
    probe: (session) => changesBy(session, refused.credentials),
    rule: refusesChanges(refused.requirement, refused.status),
  }),
);

type Credentials = TokenName | Forgery;

/**
 * Sends changes with an effect, since a service may harmlessly accept an empty one. First with all unauthorised
 * credentials in one burst. If that changes the client, they are tried one after the other to find those to blame.
 */
async function* changesBy(session: Session, own: readonly Credentials[]): AsyncIterable<SeenOfRefused> {
  if (!session.sampling.thorough) {
    const tried = await session.share(changesByAll);
    for (const { answer, credentials } of tried)
      if (own.includes(credentials)) yield await provenRefusal(session, answer.reply, credentials);
    const isKept = tried.every(({ before, after }) => {
      return differingFields(session.specification, before, after.record ?? before).length === 0;
    });
    if (isKept) return;
  }
  yield* changesByEach(session, own);
}

/** One burst, with all unauthorised credentials, of changes of the client with the most changeable fields. */
async function changesByAll(
  session: Session,
): Promise<readonly (ObservedChange & { readonly credentials: Credentials })[]> {
  const { target } = session;
  const all = refusals
    .filter(({ needs, applies }) => unmet(needs ?? [], target).length === 0 && applies?.(target) !== false)
    .flatMap(({ credentials }) => credentials);
  const one = mostChangeable(await session.share(changeableClients), session);
  const tried = await changesTogether(session, one.client, (before) => {
    const body = newValues(one, before);
    const alone = all.flatMap((credentials) =>
      aloneBy(credentials, Object.keys(body), target).map((field) => ({
        body: { [field]: memberOf(body, field) },
        credentials,
      })),
    );
    return [...all.map((credentials) => ({ body, credentials })), ...alone];
  });
  if (tried.length === 0) throw notRead(one.client);
  return tried;
}

/**
 * The fields that a token tries to change alone: some services look at the fields of a change before they look at the
 * caller. All fields if the data is disposable; otherwise one, and a different one for each token.
 */
function aloneBy(credentials: Credentials, fields: readonly string[], { writes }: Target): readonly string[] {
  if (typeof credentials !== 'string') return [];
  if (writes === 'all') return fields;
  return credentials === 'restricted' ? fields.slice(-1) : fields.slice(0, 1);
}

/** Each field alone for one client, and all together for every client. */
async function* changesByEach(session: Session, own: readonly Credentials[]): AsyncIterable<SeenOfRefused> {
  const clients = await session.share(changeableClients);
  const most = mostChangeable(clients, session);
  for (const changeable of clients.filter(({ fields }) => fields.length > 0)) {
    const { client } = changeable;
    // A late effect of an earlier change must not be mistaken for an effect of a refused one.
    const gap = await refill(session, changeable);
    if (gap !== undefined) {
      yield gap;
      continue;
    }
    const { record: before } = await readBefore(session, client);
    if (before === undefined) throw notRead(client);
    const all = newValues(changeable, before);
    const alone = Object.entries(all).map(([field, value]) => ({ [field]: value }));
    for (const credentials of own) {
      for (const body of changeable === most ? [...alone, all] : [all]) {
        const { reply } = await answerTo(session, { client, body, credentials });
        yield await provenRefusal(session, reply, credentials);
      }
    }
    yield { before, after: await readBack(session, client) };
  }
}

/** A refusal of a token that is proven to be valid. */
async function provenRefusal(session: Session, reply: Exchange, credentials: Credentials): Promise<Exchange> {
  if (reply.status === 401 && typeof credentials === 'string') await provenToken(session, credentials);
  return reply;
}

function notRead(client: string): Undecidable {
  const words = `The client ${client} can be read back no more. Check it at the target.`;
  return new Undecidable('control-refused', words);
}

/**
 * Sends a change that is accepted, one that should be refused, and the first once more. Which changes a target refuses
 * is open (interface 7). If the second is accepted, another one is tried.
 */
export async function* changesAfterRefusals(session: Session): AsyncIterable<RepeatedChange> {
  const one = mostChangeable(await session.share(changeableClients), session);
  const { client } = one;
  const taken = takenChange(one);
  const isTaken = async (body: unknown) => isSuccess((await answerTo(session, { client, body })).reply);
  if (!(await isTaken(taken))) throw nothingToChange(session);
  for (const wrong of wrongBodies(taken)) {
    const isRefused = !(await isTaken(wrong));
    const { reply } = await answerTo(session, { client, body: taken });
    yield { taken, reply };
    if (isRefused || !isSuccess(reply)) return;
  }
}

/** The last of the first changes that the target accepted, or else a change to a plain value. */
function takenChange(one: ChangeableClient): Patch {
  const taken = one.firstChanges.findLast(
    (change) => isSuccess(change.answer.reply) && Object.keys(patchOf(change)).length > 0,
  );
  if (taken !== undefined) return patchOf(taken);
  const [field = one.fields[0] ?? 'title'] = one.fields.filter((name) => /Name$/.test(name));
  return { [field]: newValue(field, one, one.record) };
}

/** A value of a wrong type, and a body that is not an object. */
function wrongBodies(taken: Patch): unknown[] {
  const [field = ''] = Object.keys(taken);
  return [{ [field]: 5 }, []];
}
