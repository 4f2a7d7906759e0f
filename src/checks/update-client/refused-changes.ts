import {
  deviates,
  hasStatus,
  held,
  isSuccess,
  statusKind,
  statusOf,
  undecided,
  wrongStatus,
} from '../../harness/assertions.ts';
import { unmet } from '../../harness/capabilities.ts';
import type { About, Capability, Check, Judgement } from '../../harness/check.ts';
import { provenToken } from '../../harness/controls.ts';
import { type Forgery, noCredentials, unknownToken } from '../../harness/forgeries.ts';
import { checkOf, ofEachItem, type Sent, type StatedCheck } from '../../harness/judged.ts';
import type { Session } from '../../harness/session.ts';
import type { Target, TokenName } from '../../harness/target.ts';
import { causedBy, type LeftAlone, notAsBefore, refusedForItsState } from '../../rules/change-rules.ts';
import { type ObservedChange, type Patch, patchOf } from '../../rules/client-change.ts';
import { differingFields } from '../../rules/client-record.ts';
import { isRestricted } from '../../rules/operations.ts';
import { nothingToChange } from '../../rules/series-rules.ts';
import { memberOf } from '../../schema/pointer.ts';
import type { Exchange } from '../../trace/exchange.ts';
import { Undecidable, undecidableIn } from '../../trace/gap.ts';
import { type ChangeableClient, changeableClients, mostChangeable } from './changeable-clients.ts';
import {
  answerTo,
  apartFrom,
  changesTogether,
  gapOfLate,
  readBack,
  readBefore,
  refill,
} from './making-changes.ts';
import { newValue, newValues } from './new-values.ts';

type Credentials = TokenName | Forgery;

/** Credentials that must not change a client, and the check of this. */
interface Refused extends Pick<StatedCheck<SeenOfRefused>, 'id' | 'title' | 'applies'> {
  readonly needs: readonly Capability[];
  readonly credentials: readonly Credentials[];
  readonly requirement: string;
  /** Undefined if the documents leave the status open. */
  readonly status?: number;
}

const refusals: readonly Refused[] = [
  {
    id: 'updateClient.changes-without-credentials',
    title: 'A change without credentials is answered 401, and not made',
    needs: [],
    credentials: [noCredentials, unknownToken],
    requirement: 'credentials-401',
    status: 401,
  },
  {
    id: 'updateClient.changes-without-permission',
    title: 'A change with a token that lacks the permission is answered 403, and not made',
    needs: ['restricted token'],
    applies: (target) => isRestricted(target, 'updateClient'),
    credentials: ['restricted'],
    requirement: 'permissions-403',
    status: 403,
  },
  {
    id: 'updateClient.changes-of-an-outsider',
    title: 'A change by a user of another organisation is refused, and not made',
    needs: ['outsider token'],
    credentials: ['outsider'],
    requirement: 'outsider-403',
  },
];

/** The checks of changes that must be refused: each is refused and has no effect. */
export const refusedChangeChecks: readonly Check[] = refusals.map(
  ({ credentials, requirement, status, needs, ...check }) =>
    checkOf<SeenOfRefused>({
      ...check,
      requirements: [requirement],
      needs: ['a client', 'writes', ...needs],
      stage: 'change',
      probe: (session) => changesBy(session, credentials),
      rule: (seen, about) =>
        seen.flatMap((one, place) => judgeRefused(one, about, requirement, status, seen.slice(0, place))),
    }),
);

/**
 * An observation of changes sent without permission: an answer; a client before and after some of them; or the reason
 * why a client could not be judged.
 */
type SeenOfRefused = Exchange | LeftAlone | Undecidable;

function judgeRefused(
  one: SeenOfRefused,
  { specification }: About,
  requirement: string,
  status: number | undefined,
  earlier: readonly SeenOfRefused[],
): Judgement[] {
  if (one instanceof Undecidable) return [undecided(one.reason, one.message)];
  if ('before' in one) {
    const { before, after } = one;
    const changes = earlier.filter((answer) => 'status' in answer);
    return differingFields(specification, before, after.record ?? before).map((field) =>
      causedBy(
        notAsBefore(specification, field, one, requirement, 'although the change must be refused'),
        changes.findLast(({ call }) => call.body?.includes(`"${field}"`)),
      ),
    );
  }
  if (status !== undefined) return [hasStatus(one, status, requirement)];
  const isRefused = !isSuccess(one) && one.status < 500;
  return [isRefused ? held : wrongStatus(one, requirement, 'The status must be 403, but is')];
}

/**
 * Sends changes with an effect, since a service may harmlessly accept an empty one. First with all unauthorised
 * credentials in one burst. If that changes the client, they are tried one after the other to find those to blame.
 */
async function* changesBy(session: Session, own: readonly Credentials[]): AsyncIterable<SeenOfRefused> {
  if (!session.sampling.thorough) {
    const { items: tried, gap } = await session.share(changesByAll);
    for (const { answer, credentials } of tried)
      if (own.includes(credentials)) yield await provenRefusal(session, answer.reply, credentials);
    if (gap !== undefined) throw gap;
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
): Promise<Sent<ObservedChange & { readonly credentials: Credentials }>> {
  const { target } = session;
  const all = refusals
    .filter(({ needs, applies }) => unmet(needs, target).length === 0 && applies?.(target) !== false)
    .flatMap(({ credentials }) => credentials);
  const one = await mostChangeable(session);
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
  if (tried.items.length === 0) throw tried.gap ?? notRead(one.client);
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
  const most = await mostChangeable(session);
  for (const changeable of clients.filter(({ fields }) => fields.length > 0)) {
    const { client } = changeable;
    // A late effect of an earlier change must not be mistaken for an effect of a refused one.
    const late = await refill(session, changeable).catch(undecidableIn);
    if (late instanceof Undecidable) {
      yield late;
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
    const seen = { before, after: await readBack(session, client) };
    yield apartFrom(late, seen);
    const gap = gapOfLate(changeable, late, seen);
    if (gap !== undefined) yield gap;
  }
}

/** A refusal of a token that is proven to be valid. */
async function provenRefusal(session: Session, reply: Exchange, credentials: Credentials): Promise<Exchange> {
  if (reply.status === 401 && typeof credentials === 'string') await provenToken(session, credentials);
  return reply;
}

function notRead(client: string): Undecidable {
  const words = `The client ${client} cannot be read back any more. Check it at the target.`;
  return new Undecidable('control-refused', words);
}

/** An accepted change, and the answer to its repetition after a change that may have been refused. */
interface RepeatedChange {
  readonly accepted: Patch;
  readonly reply: Exchange;
}

/** A refusal has no lasting effect. */
export const afterRefusalCheck: Check = checkOf<RepeatedChange>({
  id: 'updateClient.after-refusal',
  title: 'An accepted change is accepted again after a refused one',
  requirements: ['update-client-fields'],
  needs: ['a client', 'writes'],
  stage: 'change',
  probe: changesAfterRefusals,
  rule: ofEachItem(({ reply, accepted }) => {
    if (isSuccess(reply)) return [held];
    const words = `The same change of ${Object.keys(accepted).join(', ')} was answered 200 before a wrong one, and after it ${statusOf(reply)}`;
    // A client that is locked after a wrong change, and a token that may change no more: states and permissions are open.
    if ([403, 404, ...refusedForItsState].includes(reply.status))
      return [undecided('control-refused', `${words}.`)];
    return [deviates(reply, 'update-client-fields', words, '', `after a refusal: ${statusKind(reply)}`)];
  }),
});

/**
 * Sends a change that is accepted, one that should be refused, and the first once more. Which changes a target refuses
 * is open (interface 7). If the second is accepted, another one is tried.
 */
async function* changesAfterRefusals(session: Session): AsyncIterable<RepeatedChange> {
  const one = await mostChangeable(session);
  const { client } = one;
  const accepted = acceptedChange(one);
  const send = async (body: unknown) => (await answerTo(session, { client, body })).reply;
  if (!isSuccess(await send(accepted))) throw nothingToChange(session);
  const [field = ''] = Object.keys(accepted);
  for (const wrong of [{ [field]: 5 }, []]) {
    const isRefused = !isSuccess(await send(wrong));
    const reply = await send(accepted);
    yield { accepted, reply };
    if (isRefused || !isSuccess(reply)) return;
  }
}

/** The last of the first changes that the target accepted, or else a change to a plain value. */
function acceptedChange(one: ChangeableClient): Patch {
  const accepted = one.firstChanges.findLast(
    (change) => isSuccess(change.answer.reply) && Object.keys(patchOf(change)).length > 0,
  );
  if (accepted !== undefined) return patchOf(accepted);
  const [field = one.fields[0] ?? 'title'] = one.fields.filter((name) => /Name$/.test(name));
  return { [field]: newValue(field, one, one.record) };
}
