import { type Call, getCaseData, getOrganisation, listCases, updateClient } from '../api/calls.ts';
import { handsOver, isSuccess, observes } from '../harness/assertions.ts';
import type { Check } from '../harness/check.ts';
import { checkOf, ofEachItem, type StatedCheck } from '../harness/check-of.ts';
import { control, gapOfControl, provenToken, stillProven } from '../harness/controls.ts';
import type { Forgery } from '../harness/forgeries.ts';
import { ofEach, severalOfEach } from '../harness/of-each.ts';
import { sentBy } from '../harness/sent.ts';
import type { Asked, Observation, Session } from '../harness/session.ts';
import { type Spelling, spellingsWithToken, written } from '../harness/spellings.ts';
import type { TokenName } from '../harness/target.ts';
import { is4xx } from '../http/status.ts';
import {
  disclosesNoPhrase,
  namesNoRecord,
  type Refusee,
  type RepeatedSuspect,
  showsNothing,
  suspectsAmong,
} from '../rules/disclosure.ts';
import { emptyPatch, operations } from '../rules/operations.ts';
import { namesOf } from '../rules/organisation.ts';
import type { RuleOfTwin, Twin } from '../rules/refusal.ts';
import type { OperationId } from '../specification/description.ts';
import type { Exchange } from '../trace/exchange.ts';
import { readAgain } from './bursts.ts';

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
  /** Which refusals are searched for texts of the record that they refuse. */
  readonly searched?: Searched | undefined;
}

interface Searched {
  readonly refusee: Refusee;
  readonly isRefusal: (status: number) => boolean;
  /** Whether the refused requests are repeated with other spellings of their paths. */
  readonly isSpelled?: (session: Session) => boolean;
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
      if (named !== undefined) yield* namesNoRecord(item, about.target, named);
      const { refused, spelling } = item;
      if (observed !== undefined && spelling === undefined) {
        const value = isSuccess(refused) ? 'answered' : String(refused.status);
        yield observes(observed.requirement, observed.subject, value);
      }
      yield* (spelling === undefined ? rule : showsNothing)(item, about, requirement);
    }),
  });
}

/** The twins; further answers about refusals that contain texts of records; and both again for other spellings. */
async function* sentFor(row: RefusalRow, session: Session): AsyncIterable<Twin | RepeatedSuspect> {
  const { items: twins, gap } = await sentBy(row.twins(session));
  yield* twins;
  if (row.searched !== undefined) yield* searchedFor(session, twins, row.searched);
  if (gap !== undefined) throw gap;
}

async function* searchedFor(
  session: Session,
  twins: readonly Twin[],
  searched: Searched,
): AsyncIterable<Twin | RepeatedSuspect> {
  const { refusee, isSpelled } = searched;
  const refused = twins.filter((twin) => isSearched(twin, searched));
  yield* suspects(session, refused, refusee);
  const [first] = refused;
  if (first === undefined || isSpelled?.(session) !== true) return;
  const organisation = namesOf([await session.sendOnce(getOrganisation(), 'member')]);
  // The spellings are spread over the requests.
  const spellings = spellingsWithToken(first.refused.call.operation, session.sampling);
  const plain = spellings.flatMap((spelling, place) => {
    const twin = refused[place % refused.length] ?? first;
    const call = written(twin.refused.call, spelling, organisation);
    const isSame = call.path === twin.refused.call.path && spelling.headers === undefined;
    return isSame ? [] : { ...twin, spelling, call };
  });
  const send = async ({ call, spelling, ...twin }: (typeof plain)[number]): Promise<Twin> => {
    const refused = await session.send(call, twin.credentials);
    // What is let in once, and then not, is let in however it is written.
    const isByChance = isSuccess(refused) && !isSuccess(await session.send(call, twin.credentials));
    return isByChance ? { ...twin, refused } : { ...twin, refused, spelling };
  };
  const { items: spelled, gap } = await sentBy(ofEach(plain, send, 1));
  yield* spelled;
  yield* suspects(
    session,
    spelled.filter((twin) => isSearched(twin, searched)),
    refusee,
  );
  if (gap !== undefined) throw gap;
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
  async function* ask({ call, credentials, twin = call, spelling }: MustBeRefused): AsyncIterable<Twin> {
    const accepted = await session.sendOnce(twin, 'member');
    const gap = gapOfControl(accepted, isAccepted);
    const isForged = typeof credentials !== 'string';
    if (gap !== undefined && !isForged) throw gap;
    // A target that accepts no token at all is not sent all the forged ones.
    if (gap !== undefined) await provenToken(session, 'member');
    const refused = await send(call, credentials);
    // A refusal proves nothing without its control. But whom only invalid credentials let in must be refused anyway.
    if (gap !== undefined && (!isSuccess(refused) || isSuccess(accepted))) throw gap;
    if (refused.status === 401 && !isForged) await stillProven(session, credentials);
    yield { refused, accepted, credentials, spelling };
    if (gap !== undefined) throw gap;
  }
  return severalOfEach(groups, (group) => severalOfEach(group, ask, 1));
}

/**
 * The answers to another caller while the member read the same, each a twin of what the member read.
 * @param isAccepted - as `Sending`
 */
export async function* twinsMeanwhile(
  session: Session,
  operation: OperationId,
  credentials: TokenName | Forgery,
  isAccepted = operations[operation].isAccepted,
): AsyncIterable<Twin> {
  const all = await session.share(readAgain, ({ evidence }) => evidence.operation === operation);
  for (const { call, replies, missing } of all.filter((one) => one.credentials === credentials)) {
    if (call.operation !== operation) continue;
    // The same reading by the member, who may have asked with other headers.
    const own = all.find((one) => one.credentials === 'member' && one.call.path === call.path);
    const accepted = await control(session, own?.call ?? call, isAccepted);
    for (const refused of replies) {
      if (refused.status === 401 && typeof credentials === 'string') await stillProven(session, credentials);
      yield { refused, accepted, credentials };
    }
    if (missing !== undefined) throw missing;
  }
}

/** Repeats refusals that contain texts of records, and asks for what else may explain the texts. */
export function suspects(
  session: Session,
  twins: readonly Twin[],
  refusee: Refusee,
): AsyncIterable<RepeatedSuspect> {
  return severalOfEach(
    suspectsAmong(session.specification, twins, refusee),
    async function* (suspect) {
      const { refused, credentials } = suspect.twin;
      const { call, status } = refused;
      // The same request for something that does not exist.
      const absent =
        call.operation === 'updateClient'
          ? updateClient(session.unusedIdentifier('client'), emptyPatch)
          : getCaseData(session.unusedIdentifier('case'));
      const others = [...suspect.others, await session.sendOnce(absent, credentials)];
      // Of the only refusal of its kind, nothing can be said.
      if (others.every((other) => other.status !== status)) return;
      others.push(...(await shownTo(session, credentials)));
      yield { ...suspect, others, again: await sentTwice(session, call, credentials) };
    },
    1,
  );
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
