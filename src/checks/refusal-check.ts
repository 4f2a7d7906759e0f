import { type Call, getCaseData, getOrganisation, listCases, updateClient } from '../api/calls.ts';
import { handsOver, isSuccess, observes } from '../harness/assertions.ts';
import type { Check } from '../harness/check.ts';
import { control, stillProven } from '../harness/controls.ts';
import type { Forgery } from '../harness/forgeries.ts';
import { checkOf, ofEachItem, type StatedCheck } from '../harness/judged.ts';
import { severalOfEach } from '../harness/of-each.ts';
import type { Asked, Observation, Sampling, Session } from '../harness/session.ts';
import { type Spelling, spellingsWithToken, written } from '../harness/spellings.ts';
import type { TokenName } from '../harness/target.ts';
import { is4xx } from '../http/status.ts';
import {
  areConfigured,
  disclosesNoPhrase,
  identifiersIn,
  leadsToNoOther,
  listedAmong,
  namesNoRecord,
  type Refusee,
  type RepeatedSuspect,
  showsNothing,
  suspectsAmong,
} from '../rules/disclosure.ts';
import { emptyPatch } from '../rules/operations.ts';
import type { Naming, RuleOfTwin, Twin } from '../rules/refusal.ts';
import type { Exchange } from '../trace/exchange.ts';

/** Requests that must be refused, and how. */
interface RefusalRow extends Omit<StatedCheck<Twin>, 'probe' | 'rule' | 'itemOf' | 'requirements'> {
  /** The first is the statement by which the requests are refused. */
  readonly requirements: readonly [string, ...string[]];
  /** Sends the requests, each with its accepted twin. */
  readonly twins: (session: Session) => AsyncIterable<Twin>;
  readonly rule: RuleOfTwin;
  /** The observation to record for each answer, including answers that are not refusals. */
  readonly observed?: Omit<Observation, 'value'>;
  /** The statement that refusals name no case or client; not set if the request itself names one. */
  readonly namesNoRecord?: string | undefined;
  /** Refusals whose texts are searched for those of the records that they refuse. */
  readonly searched?: Searched | undefined;
}

interface Searched {
  readonly refusee: Refusee;
  readonly isRefusal: (status: number) => boolean;
  /** Whether the refused requests are repeated with other spellings of their paths. */
  readonly isSpelled?: (sampling: Sampling) => boolean;
}

/** The check that requests are refused, and that their refusals disclose nothing. */
export function refusalCheck(row: RefusalRow): Check {
  const { twins, rule, observed, namesNoRecord: named, searched, ...check } = row;
  const [requirement] = row.requirements;
  return checkOf<Twin | RepeatedSuspect>({
    ...check,
    probe: (session) => sentFor(row, session),
    rule: ofEachItem(function* (item, about) {
      if ('phrases' in item) return yield* disclosesNoPhrase(item, requirement);
      const { refused, spelling } = item;
      if (observed !== undefined && spelling === undefined) {
        const value = isSuccess(refused) ? 'answered' : String(refused.status);
        yield observes(observed.requirement, observed.subject, value);
      }
      yield* (spelling === undefined ? rule : showsNothing)(item, about, requirement);
      if (named !== undefined) yield* namesNoRecord(item, about.target, named);
      if (isSearched(item, searched)) yield* leadsToNoOther(item, about.target, requirement);
    }),
  });
}

/** The twins; further answers about refusals that contain texts of records; and both again for other spellings. */
async function* sentFor(row: RefusalRow, session: Session): AsyncIterable<Twin | RepeatedSuspect> {
  const { searched, namesNoRecord: named } = row;
  const refused: Twin[] = [];
  for await (const twin of row.twins(session)) {
    yield named === undefined ? twin : { ...twin, naming: await namingOf(session, twin) };
    if (isSearched(twin, searched)) refused.push(twin);
  }
  if (searched === undefined) return;
  yield* suspects(session, refused, searched.refusee);
  if (searched.isSpelled?.(session.sampling) !== true) return;
  const spelled: Twin[] = [];
  // The spellings are spread over the requests.
  for (const [place, spelling] of spellingsWithToken(session.sampling).entries()) {
    const plain = refused[place % refused.length];
    if (plain === undefined || spelling.of(plain.refused.call.path) === plain.refused.call.path) continue;
    const reply = await session.send(written(plain.refused.call, spelling), plain.credentials);
    const twin = { ...plain, refused: reply, spelling };
    yield twin;
    if (isSearched(twin, searched)) spelled.push(twin);
  }
  yield* suspects(session, spelled, searched.refusee);
}

/** A refusal that hands over what it refuses is reported as such. */
function isSearched({ refused, accepted, spelling }: Twin, searched: Searched | undefined): boolean {
  if (searched === undefined || handsOver(refused, accepted)) return false;
  return spelling === undefined ? searched.isRefusal(refused.status) : is4xx(refused.status);
}

/** A request that must be refused. */
interface MustBeRefused extends Asked {
  /** The call that must be accepted, if it differs in more than its credentials. */
  readonly twin?: Call | undefined;
  readonly spelling?: Spelling;
}

/** Requests that must be refused: those of a group are sent in order, the groups concurrently. */
export type RefusedGroups = readonly (readonly MustBeRefused[])[];

interface Sending {
  /** Which statuses of the twin count as accepted; by default a success. */
  readonly isAccepted?: (status: number) => boolean;
  /** Set if other checks judge the same refusals too; then each is sent once in a run. */
  readonly isShared?: boolean;
}

/** Sends requests that must be refused, each after its control. */
export function sendTwins(
  session: Session,
  groups: RefusedGroups,
  { isAccepted, isShared }: Sending = {},
): AsyncIterable<Twin> {
  const send = isShared ? session.sendOnce : session.send;
  return severalOfEach(groups, async function* (group) {
    for (const { call, credentials, twin = call, spelling } of group) {
      const accepted = await control(session, twin, isAccepted);
      const refused = await send(call, credentials);
      if (refused.status === 401 && typeof credentials === 'string') await stillProven(session, credentials);
      yield { refused, accepted, credentials, spelling };
    }
  });
}

/**
 * Asks for what shows whether identifiers in a refusal are of the list of cases. Asks for nothing if the refusal has no
 * identifiers, or configured ones.
 */
export async function namingOf(session: Session, twin: Twin): Promise<Naming | undefined> {
  const identifiers = identifiersIn(twin);
  if (identifiers.length === 0 || areConfigured(session.target, identifiers)) return undefined;
  const list = await session.sendOnce(listCases(), 'member');
  if (listedAmong(list, identifiers).length === 0) return undefined;
  const own = await session.sendOnce(getOrganisation(), 'member');
  const absent = getCaseData(session.unusedIdentifier('case'));
  return { list, others: [own, await session.sendOnce(absent, twin.credentials)] };
}

/** Repeats refusals that contain texts of records, and asks for what else may explain the texts. */
export async function* suspects(
  session: Session,
  twins: readonly Twin[],
  refusee: Refusee,
): AsyncIterable<RepeatedSuspect> {
  for (const suspect of suspectsAmong(session.specification, twins, refusee)) {
    const { refused, credentials } = suspect.twin;
    const { call, status } = refused;
    // The same request for something that does not exist.
    const absent =
      call.operation === 'updateClient'
        ? updateClient(session.unusedIdentifier('client'), emptyPatch)
        : getCaseData(session.unusedIdentifier('case'));
    const others = [...suspect.others, await session.sendOnce(absent, credentials)];
    // Of the only refusal of its kind, nothing can be said.
    if (others.every((other) => other.status !== status)) continue;
    others.push(...(await shownTo(session, credentials)));
    yield { ...suspect, others, again: await sentTwice(session, call, credentials) };
  }
}

/** The successful readings of the organisation and of the list with a token; empty for forged credentials. */
export async function shownTo(
  session: Session,
  credentials: TokenName | Forgery,
): Promise<readonly Exchange[]> {
  if (typeof credentials !== 'string') return [];
  const own = [getOrganisation(), listCases()].map((call) => session.sendOnce(call, credentials));
  return (await Promise.all(own)).filter(isSuccess);
}

export async function sentTwice(
  session: Session,
  call: Call,
  credentials: TokenName | Forgery,
): Promise<readonly Exchange[]> {
  return [await session.send(call, credentials), await session.send(call, credentials)];
}
