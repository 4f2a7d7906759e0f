import { type Call, getCaseData, getOrganisation } from '../api/calls.ts';
import { deviates, held, isSuccess, undecided, wrongStatus } from '../harness/assertions.ts';
import { type About, type Check, checkOf, type Judgement } from '../harness/check.ts';
import { provenTokenAgain } from '../harness/controls.ts';
import { collectItems, flatMapConcurrently } from '../harness/probe-items.ts';
import type { Session } from '../harness/session.ts';
import { listedCases, type Target } from '../harness/target.ts';
import { isOfTheCase, listedAs } from '../rules/case-record.ts';
import { isRestricted, notPermitted, operations } from '../rules/operations.ts';
import { isOfAnotherOrganisation, type RestrictedReading } from '../rules/organisation.ts';
import { rejectsValidToken } from '../rules/refusal.ts';
import type { Exchange } from '../trace/exchange.ts';
import { Undecidable, undecidableIn } from '../trace/gap.ts';

export type ReadingOperation = 'getCaseData' | 'getOrganisation' | 'listCases';

const ofRecords: Readonly<Record<ReadingOperation, string | undefined>> = {
  getCaseData: 'case-data-of-the-case',
  getOrganisation: 'organisation-is-callers',
  listCases: undefined,
};

/**
 * The check is left out if the configuration says that the restricted token lacks the permission for the operation.
 * Otherwise, the token may have it (interface 5 and 7).
 */
export function fewPermissions(operation: ReadingOperation): Check {
  const ofRecord = ofRecords[operation];
  return checkOf<RestrictedReading>({
    id: `${operation}.few-permissions`,
    title: `${operation} accepts a token with few permissions as valid, and as one of the member's organisation`,
    requirements: ['permissions-403', ...(ofRecord === undefined ? [] : [ofRecord])],
    needs: ['restricted token', ...operations[operation].needs],
    stage: 'during changes',
    applies: (target) => !isRestricted(target, operation),
    probe: (session) => compared(session, operation),
    rule: (readings, about) => [
      ...readings.flatMap((reading) => [...takesAsMember(reading, about)]),
      ...(ofRecord === undefined || readings.length === 0 || readings.some(({ reply }) => isSuccess(reply))
        ? []
        : [undecided('no-data', notPermitted(operation), ...readings.map(({ reply }) => reply))]),
    ],
  });
}

export function readByRestricted(session: Session, operation: ReadingOperation): AsyncIterable<Exchange> {
  const calls = operations[operation].calls(session);
  const some = calls.filter(
    (_, place) => session.sampling.thorough || place === 0 || place === calls.length - 1,
  );
  return flatMapConcurrently(
    some,
    async function* (call): AsyncIterable<Exchange> {
      const named = namingAnother(session.target, call);
      const reply = await session.sendOnce(named, 'restricted');
      yield reply;
      if (named !== call && !isSuccess(reply)) yield await session.sendOnce(call, 'restricted');
    },
    1,
  );
}

/**
 * Adds a query with the first case to the last of several cases: a careless service reads the identifier from the query
 * instead of the path. A refusal is right: no parameters are described.
 */
function namingAnother(target: Target, call: Call): Call {
  const [first, ...others] = listedCases(target);
  const last = others.at(-1);
  const isLast = first !== undefined && last !== undefined && call.path === getCaseData(last.id).path;
  return isLast ? { ...call, query: queryNaming(first.id) } : call;
}

export function queryNaming(id: string): string {
  return `?id=${id}&caseId=${id}`;
}

export function mayReadCases(target: Target): boolean {
  return target.tokens.has('restricted') && !isRestricted(target, 'getCaseData');
}

/**
 * Sends a further request for each reading that looks wrong: the token may have expired, the case may be gone, or the
 * service may generate an id for each answer.
 */
async function* compared(session: Session, operation: ReadingOperation): AsyncIterable<RestrictedReading> {
  const { items: replies, gap } = await collectItems(readByRestricted(session, operation));
  const isRefused = replies.some(({ status }) => status === 401);
  const unproven = isRefused ? await provenTokenAgain(session, 'restricted').catch(undecidableIn) : undefined;
  const readsOne = replies.some(({ status }) => status === 200);
  for (const reply of replies) {
    if (operation === 'getCaseData' && reply.status === 404 && readsOne)
      yield { reply, own: await session.send(reply.call, 'member') };
    else if (operation === 'getOrganisation' && isSuccess(reply)) yield await readOn(session, reply);
    else if (reply.status !== 401 || unproven === undefined) yield { reply };
  }
  if (gap !== undefined || unproven !== undefined) throw gap ?? unproven;
}

/**
 * Repeats the reading if the restricted token seems to get another organisation than the member.
 * @throws {Undecidable} if it still does, and no case shows that both tokens belong to one organisation
 */
async function readOn(session: Session, reply: Exchange): Promise<RestrictedReading> {
  const { specification, target } = session;
  const first = { reply, own: await session.sendOnce(getOrganisation(), 'member') };
  if (!isOfAnotherOrganisation(specification, first)) return first;
  const repeated = { ...first, again: await session.send(getOrganisation(), 'restricted') };
  if (!isOfAnotherOrganisation(specification, repeated)) return repeated;
  const [call] = mayReadCases(target) ? operations.getCaseData.calls(session) : [];
  const ofCase = call && (await session.sendOnce(call, 'restricted'));
  if (ofCase?.status === 200) return repeated;
  const words =
    'tokens.restricted is shown another organisation, and no case of this one. Check that it is of this organisation.';
  throw new Undecidable('control-refused', words, ofCase ?? reply);
}

/**
 * A valid token must not be answered 401, and a listed case not 404 to its own organisation; a caller who can read a
 * case belongs to its organisation (interface 4.1, 4.4 and 7). The answers may omit fields.
 */
function* takesAsMember(reading: RestrictedReading, { specification, target }: About): Iterable<Judgement> {
  const { reply, own } = reading;
  const { operation, path } = reply.call;
  yield rejectsValidToken(reply, 'permissions-403') ?? held;
  if (operation === 'getOrganisation' && isOfAnotherOrganisation(specification, reading)) {
    const words = "The record is another organisation than the member's";
    yield deviates(reply, 'organisation-is-callers', words, '', 'of another with restricted');
  }
  if (operation !== 'getCaseData') return;
  if (reply.status === 404 && own?.status === 200) {
    const words =
      "The status is {status} instead of 200, or 403 without the permission: the case is of the token's organisation";
    yield wrongStatus(reply, 'permissions-403', words);
  }
  const asked = listedCases(target).find(({ id }) => getCaseData(id).path === path);
  if (asked !== undefined) yield* isOfTheCase(specification, reply, listedAs(asked.caseType, asked.id));
}
