import { type Call, getCaseData, getOrganisation, listCases, updateClient } from '../api/calls.ts';
import { handsOver, held, isSuccess, observes } from '../harness/assertions.ts';
import { type Check, checkOf, type Judgement, ofEachItem, type StatedCheck } from '../harness/check.ts';
import { control, gapOfControl, provenToken, provenTokenAgain } from '../harness/controls.ts';
import { collectItems, flatMapConcurrently } from '../harness/probe-items.ts';
import type { Asked, Credentials, Observation, Session } from '../harness/session.ts';
import {
  altersCall,
  type Spelling,
  spellingsWithToken,
  tenantNamed,
  tenantQueried,
  withSpelling,
} from '../harness/spellings.ts';
import { is4xx } from '../http/status.ts';
import {
  disclosesNoPhrase,
  type RefusedCaller,
  type RepeatedSuspect,
  revealsNothing,
  suspectsAmong,
} from '../rules/disclosure.ts';
import { emptyPatch, operations } from '../rules/operations.ts';
import { namesOf } from '../rules/organisation.ts';
import type { RuleOfTwin, Twin } from '../rules/refusal.ts';
import type { OperationId } from '../specification/description.ts';
import type { Exchange } from '../trace/exchange.ts';
import { readAgain } from './bursts.ts';

interface RefusalRow extends Omit<StatedCheck<Twin>, 'probe' | 'rule' | 'itemOf' | 'requirements'> {
  /** First the statement that requires the refusal. */
  readonly requirements: readonly [string, ...string[]];
  readonly twins: (session: Session) => AsyncIterable<Twin>;
  readonly rule: RuleOfTwin;
  /** The observation to record for each answer, even if the request was not refused. */
  readonly observed?: Omit<Observation, 'value'>;
  readonly searched?: Searched | undefined;
  /** Set if there may be nothing to request, such as further pages of a list. The check then holds. */
  readonly mayBeNothing?: true;
  /** Set to send other spellings of the first refused request, too. */
  readonly isSpelled?: boolean;
}

interface Searched {
  readonly refusedCaller: RefusedCaller;
  readonly isRefusal: (status: number) => boolean;
}

export function refusalCheck(row: RefusalRow): Check {
  const { twins, rule, observed, searched, isSpelled, mayBeNothing, ...check } = row;
  const [requirement] = row.requirements;
  const ofItems = ofEachItem<Twin | RepeatedSuspect>(function* (item, about) {
    if ('phrases' in item) return yield* disclosesNoPhrase(item, requirement);
    const { refused, spelling } = item;
    if (observed !== undefined && spelling === undefined) {
      const value = isSuccess(refused) ? 'answered' : String(refused.status);
      yield observes(observed.requirement, observed.subject, value);
    }
    yield* (spelling === undefined ? rule : revealsNothing)(item, about, requirement);
  });
  return checkOf<Twin | RepeatedSuspect>({
    ...check,
    probe: (session) => sentFor(row, session),
    rule: (items, about) =>
      mayBeNothing && items.length === 0 && !about.isCutShort ? [held] : ofItems(items, about),
  });
}

async function* sentFor(row: RefusalRow, session: Session): AsyncIterable<Twin | RepeatedSuspect> {
  const { searched, isSpelled } = row;
  const { items: twins, gap } = await collectItems(row.twins(session));
  yield* twins;
  yield* suspectsOf(session, twins, searched);
  if (isSpelled && maySpell(session, twins)) {
    const spelled = await collectItems(spelledTwins(session, twins, searched));
    yield* spelled.items;
    yield* suspectsOf(session, spelled.items, searched);
    if (spelled.gap !== undefined) throw spelled.gap;
  }
  if (gap !== undefined) throw gap;
}

/** Spellings take many requests: for changes, only disposable data and thorough runs allow that. */
function maySpell({ sampling, target }: Session, [first]: readonly Twin[]): boolean {
  const isChange = first !== undefined && operations[first.refused.call.operation].writes !== undefined;
  return sampling.thorough || !isChange || target.writes === 'all';
}

async function* suspectsOf(
  session: Session,
  twins: readonly Twin[],
  searched: Searched | undefined,
): AsyncIterable<RepeatedSuspect> {
  if (searched === undefined) return;
  const those = twins.filter((twin) => isSearched(twin, searched));
  yield* suspects(session, those, searched.refusedCaller);
}

async function* spelledTwins(
  session: Session,
  twins: readonly Twin[],
  { isRefusal }: Pick<Searched, 'isRefusal'> = { isRefusal: (status) => status === 403 },
): AsyncIterable<Twin> {
  const first = twins.find(
    ({ refused, accepted }) => isRefusal(refused.status) && !handsOver(refused, accepted),
  );
  if (first === undefined) return;
  const { call } = first.refused;
  const organisation = namesOf([await session.sendOnce(getOrganisation(), 'member')]);
  yield* flatMapConcurrently(
    spellingsWithToken(call.operation, session.sampling, first.credentials),
    async function* (spelling): AsyncIterable<Twin> {
      if (!altersCall(call, spelling)) return;
      const spelled = withSpelling(call, spelling, organisation);
      const refused = await session.send(spelled, first.credentials);
      // A request that is accepted once and then refused is accepted by chance, not because of its spelling. But a
      // repeated creation may be refused since the sub-domain is taken.
      const isRepeated = isSuccess(refused) && call.operation !== 'createOrganisation';
      const isByChance = isRepeated && !isSuccess(await session.send(spelled, first.credentials));
      yield isByChance ? { ...first, refused } : { ...first, refused, spelling };
    },
    1,
  );
}

/**
 * Whether to search the refusal for texts of the record. A refusal that contains the whole record is already reported.
 */
function isSearched({ refused, accepted, spelling }: Twin, searched: Searched): boolean {
  if (handsOver(refused, accepted)) return false;
  return spelling === undefined ? searched.isRefusal(refused.status) : is4xx(refused.status);
}

interface MustBeRefused extends Asked {
  /** The request that must be accepted. Default: the refused request, sent as the member. */
  readonly twin?: Call | undefined;
  readonly spelling?: Spelling;
}

/** The requests of a group are sent in order, the groups concurrently. */
export type RefusedGroups = readonly (readonly MustBeRefused[])[];

interface Sending {
  /** Which statuses of the twin count as accepted. Default: any 2xx. */
  readonly isAccepted?: (status: number) => boolean;
  /** Set if other checks judge the same refusals: each request is then sent once per run. */
  readonly isShared?: boolean;
}

export function sendTwins(
  session: Session,
  groups: RefusedGroups,
  { isAccepted, isShared }: Sending = {},
): AsyncIterable<Twin> {
  const send = isShared ? session.sendOnce : session.send;
  async function* ask({ call, credentials, twin = call, spelling }: MustBeRefused): AsyncIterable<Twin> {
    const accepted = await session.sendOnce(twin, 'member');
    const gap = gapOfControl(accepted, isAccepted);
    const isForged = typeof credentials !== 'string';
    if (gap !== undefined && !isForged) throw gap;
    // If the target accepts no token at all, do not send all the forged ones.
    if (gap !== undefined) await provenToken(session, 'member');
    const refused = await send(call, credentials);
    // A refusal proves nothing if the same request was refused with valid credentials too. But a success with
    // invalid ones is always wrong.
    if (gap !== undefined && (!isSuccess(refused) || isSuccess(accepted))) throw gap;
    if (refused.status === 401 && !isForged) await provenTokenAgain(session, credentials);
    yield { refused, accepted, credentials, spelling };
    if (gap !== undefined) throw gap;
  }
  return flatMapConcurrently(groups, (group) => flatMapConcurrently(group, ask, 1));
}

/** Answers to another caller's requests that were sent while the member read the same paths. */
export async function* twinsMeanwhile(
  session: Session,
  operation: OperationId,
  caller: 'outsider' | 'invalid credentials',
  isAccepted = operations[operation].isAccepted,
): AsyncIterable<Twin> {
  const all = await session.share(readAgain, (shown) => shown.operation === operation);
  const isOfCaller = ({ credentials }: Asked): boolean =>
    caller === 'outsider' ? credentials === caller : typeof credentials !== 'string';
  for (const { call, credentials, replies, missing } of all.filter(isOfCaller)) {
    if (call.operation !== operation) continue;
    // The member may have sent other headers to the same path, so the control repeats the member's own request.
    const own = all.find((one) => one.credentials === 'member' && one.call.path === call.path);
    const accepted = await control(session, own?.call ?? call, isAccepted);
    for (const refused of replies) {
      if (refused.status === 401 && typeof credentials === 'string')
        await provenTokenAgain(session, credentials);
      yield { refused, accepted, credentials };
    }
    if (missing !== undefined) throw missing;
  }
}

/**
 * The outsider's answers in the bursts. If one that names the member's organisation is not right, sends the plain call: if
 * that is answered wrongly too, the name is not to blame. A thorough run also names it in the other way, and to the list.
 */
export async function* namingTwins(
  session: Session,
  call: Call,
  judge: (twin: Twin) => Judgement,
  isAccepted?: (status: number) => boolean,
): AsyncIterable<Twin> {
  const isRight = (twin: Twin): boolean => judge(twin).kind === 'held';
  // The documents do not say how such names may be refused, so a refusal only deviates if a 403 would, too.
  const isWrong = (twin: Twin): boolean =>
    judge(twin).kind === 'deviates' &&
    !(twin.refused.status === 401 && isRight({ ...twin, refused: { ...twin.refused, status: 403 } }));
  for await (const twin of twinsMeanwhile(session, call.operation, 'outsider', isAccepted)) {
    const send = async (spelled: Call): Promise<Twin> => ({
      ...twin,
      refused: await session.sendOnce(spelled, 'outsider'),
    });
    if (isRight(twin)) {
      yield twin;
      if (!session.sampling.thorough) continue;
      const organisation = namesOf([await session.sendOnce(getOrganisation(), 'member')]);
      for (const naming of [tenantNamed, tenantQueried]) {
        const named = await send(withSpelling(call, naming, organisation));
        if (isWrong(named)) yield named;
      }
    } else if (twin.refused.call.spelling === undefined) yield twin;
    else {
      const plain = await send(call);
      if (isWrong(twin) && isRight(plain)) yield twin;
      yield plain;
    }
  }
}

/**
 * Refusals that contain texts of a record. Each comes with repetitions, and with answers that may explain
 * these texts.
 */
export function suspects(
  session: Session,
  twins: readonly Twin[],
  refusedCaller: RefusedCaller,
): AsyncIterable<RepeatedSuspect> {
  return flatMapConcurrently(
    suspectsAmong(session.specification, twins, refusedCaller),
    async function* (suspect) {
      const { refused, credentials } = suspect.twin;
      const { call, status } = refused;
      const absent =
        call.operation === 'updateClient'
          ? updateClient(session.unusedIdentifier('client'), emptyPatch)
          : getCaseData(session.unusedIdentifier('case'));
      const others = [...suspect.others, await session.sendOnce(absent, credentials)];
      // Without another refusal of the same status to compare with, nothing can be judged.
      if (others.every((other) => other.status !== status)) return;
      others.push(...(await shownTo(session, credentials)));
      yield { ...suspect, others, again: await sentTwice(session, call, credentials) };
    },
    1,
  );
}

export async function shownTo(session: Session, credentials: Credentials): Promise<readonly Exchange[]> {
  if (typeof credentials !== 'string') return [];
  const own = [getOrganisation(), listCases()].map((call) => session.sendOnce(call, credentials));
  return (await Promise.all(own)).filter(isSuccess);
}

export async function sentTwice(
  session: Session,
  call: Call,
  credentials: Credentials,
): Promise<readonly Exchange[]> {
  return [await session.send(call, credentials), await session.send(call, credentials)];
}
