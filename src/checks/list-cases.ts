import { type Call, listCases } from '../api/calls.ts';
import {
  bodyInWords,
  deviates,
  discloses,
  held,
  isJson,
  isSameConcurrently,
  isSuccess,
  jsonOf,
  neitherAnswer,
  observes,
  undecided,
  unexpectedStatus,
  wrongStatus,
} from '../harness/assertions.ts';
import { type About, type Check, checkOf, type Judgement, ofEachItem } from '../harness/check.ts';
import { control, provenToken } from '../harness/controls.ts';
import { simplestOfTurn } from '../harness/forgeries.ts';
import { completeSuccess } from '../harness/judge.ts';
import { collectItems } from '../harness/probe-items.ts';
import type { Credentials, Session } from '../harness/session.ts';
import { listedCases, type Target } from '../harness/target.ts';
import { rowsOfTurn, turnOf } from '../harness/turns.ts';
import { is4xx } from '../http/status.ts';
import {
  disclosedIdentifiers,
  hasTextAt,
  holdsIdentifier,
  isListOfAnother,
  placesOf,
} from '../rules/listed-identifiers.ts';
import { nextPage } from '../rules/next-page.ts';
import { isRestricted, operations, requirementsOfRefusal } from '../rules/operations.ts';
import { refusedWith, rejectsValidToken, type Twin } from '../rules/refusal.ts';
import type { Exchange } from '../trace/exchange.ts';
import { readAgain } from './bursts.ts';
import { queryNaming, readByRestricted } from './few-permissions.ts';
import { namingTwins, refusalCheck, sendTwins } from './refusal-check.ts';

const { isAccepted: existsWith } = operations.listCases;

export const listCasesChecks: readonly Check[] = Object.freeze([
  checkOf({
    id: 'listCases.exists',
    title: 'Cases can be listed',
    requirements: ['list-cases-exists', 'bodies-are-json'],
    probe: async function* (session) {
      const reply = await session.sendOnce(listCases(), 'member');
      if (reply.status === 401 || reply.status === 403) await provenToken(session, 'member');
      yield reply;
    },
    itemOf: (reply, origin) => (reply.call.query === undefined ? completeSuccess(reply, origin) : undefined),
    rule: ofEachItem(exists),
  }),
  refusalCheck({
    id: 'listCases.outsider',
    title:
      "A user of another organisation is not shown this organisation's cases, also while a member lists them",
    requirements: ['outsider-403'],
    needs: ['a case', 'outsider token'],
    stage: 'repeat',
    twins: (session) => namingTwins(session, listCases(), (twin) => isOutsidersOwn(session.target, twin)),
    rule: (twin, { target }) => [isOutsidersOwn(target, twin)],
    observed: { requirement: 'outsider-own-organisation', subject: 'listCases' },
  }),
  checkOf<Exchange>({
    id: 'listCases.foreign-cases',
    title: 'No list holds a case of another organisation among its own',
    requirements: ['outsider-403'],
    needs: ['a foreign case'],
    stage: 'repeat',
    probe: listsOfOrganisation,
    rule: showOwnAlone,
  }),
  checkOf<Exchange>({
    id: 'listCases.pages',
    title: 'The pages that the list of cases leads to are answered',
    requirements: ['list-cases-exists', 'bodies-are-json'],
    probe: async function* (session) {
      await provenToken(session, 'member');
      if (session.target.discovered !== undefined) return;
      yield* furtherPagesOfMember(session);
    },
    itemOf: (reply) => (reply.call.query === undefined ? undefined : reply),
    rule: showsPages,
  }),
  refusalCheck({
    id: 'listCases.credentials-of-pages',
    title: 'A page that the list of cases leads to is answered 401 without valid credentials',
    requirements: requirementsOfRefusal('listCases', 'credentials-401'),
    stage: 'during changes',
    mayBeNothing: true,
    twins: (session) => pagesAsked(session, (place) => simplestOfTurn(place, session.sampling)),
    rule: refusedWith([401]),
  }),
  refusalCheck({
    id: 'listCases.outsider-of-pages',
    title: "A user of another organisation is not shown a page that the list of this one's cases leads to",
    requirements: ['outsider-403'],
    needs: ['outsider token'],
    stage: 'repeat',
    mayBeNothing: true,
    twins: (session) => pagesAsked(session, () => ['outsider']),
    // The outsider may get a page of their own list, or be refused with any 4xx status.
    rule: (twin, { target }) => {
      const { refused, accepted } = twin;
      return [
        namesRecord(target, twin) ??
          (isListOfAnother(refused, [accepted], [])
            ? discloses(refused, 'outsider-403', "The page shows the member's cases")
            : is4xx(refused.status)
              ? held
              : isOwnOrRefused(refused)),
      ];
    },
  }),
]);

function* exists(reply: Exchange): Iterable<Judgement> {
  yield* isSameConcurrently(reply, 'list-cases-exists');
  const { status } = reply;
  const value = isSuccess(reply) ? `${status}, ${bodyInWords(reply)}` : String(status);
  yield observes('list-cases-shape', 'listCases', value);
  if (existsWith(status)) {
    yield showsList(reply);
    yield isJson(reply);
  } else yield unexpectedStatus(reply, 'list-cases-exists', 'The answer is {status}');
}

/**
 * The documents leave the list's form open, so any other accepted status holds. A 403 decides nothing, since a token
 * may lack the permission. `isJson` judges the body.
 */
function showsList(reply: Exchange): Judgement {
  const { status, text } = reply;
  if (status === 403) {
    const words = 'GET /api/v2/cases is answered 403. Check whether tokens.member may list cases.';
    return undecided('control-refused', words, reply);
  }
  return status === 200 && text === ''
    ? deviates(reply, 'list-cases-exists', 'The answer is 200 without a body', '', 'empty')
    : held;
}

async function* listsOfOrganisation(session: Session): AsyncIterable<Exchange> {
  const { target, share, sendOnce } = session;
  yield await control(session, listCases());
  const repeated = await share(readAgain, ({ operation }) => operation === 'listCases');
  for (const { call, credentials, replies } of repeated)
    if (call.operation === 'listCases' && credentials === 'member') yield* replies.slice(1).filter(isSuccess);
  const pages = await furtherPages(session);
  // A page has a query, too.
  for (const list of pages.length > 0 ? pages : [filtered(session)]) yield await sendOnce(list, 'member');
  if (target.tokens.has('restricted') && !isRestricted(target, 'listCases'))
    yield* readByRestricted(session, 'listCases');
}

/** A careless service replaces the organisation by any filter of a list. A refusal is right: no parameters are described. */
function filtered({ target, sampling }: Session): Call {
  const filters = [
    ...target.foreignCases.slice(0, 1).map(queryNaming),
    ...listedCases(target)
      .slice(0, 1)
      .map(({ caseType }) => `?caseType=${caseType}`),
  ];
  return listCases(...rowsOfTurn(filters, 1, turnOf(sampling)));
}

/**
 * A deviation if a list contains a foreign case at the place of its own cases. Elsewhere an own case may refer to a
 * foreign one, such as the other side of a sale.
 */
function showOwnAlone(lists: readonly Exchange[], { target }: About): Judgement[] {
  const ofOwn = lists.map((list) => placeOfOwn(jsonOf(list), target));
  const usual = ofOwn.find((place) => place !== undefined);
  return lists.map((list, index) => {
    const place = ofOwn[index] ?? usual;
    const shown =
      place !== undefined && target.foreignCases.find((id) => placesOf(id, jsonOf(list)).includes(place));
    if (shown === undefined || shown === false) return held;
    const words = `The list shows ${shown}, a case of another organisation`;
    return deviates(list, 'outsider-403', words, '', 'lists foreign');
  });
}

/**
 * The place of the member's own cases in a list, such as the `id` of each element of `cases`: an outermost place of
 * each own case that the list shows. Undefined if the list has none or several of these places.
 */
function placeOfOwn(list: unknown, target: Target): string | undefined {
  const own = listedCases(target)
    .map(({ id }) => outermost(placesOf(id, list)))
    .filter((places) => places.length > 0);
  const [place, ...others] = (own[0] ?? []).filter((one) => own.every((places) => places.includes(one)));
  return others.length === 0 ? place : undefined;
}

function outermost(places: readonly string[]): string[] {
  const depthOf = (place: string): number => place.split('/').length;
  const least = Math.min(...places.map(depthOf));
  return places.filter((place) => depthOf(place) === least);
}

/**
 * A deviation if the outsider's list has a listed case of the member where the member's list has its own cases, or if a
 * refusal names a listed case or client. At another place, a case of the outsider may refer to one of the member, such
 * as the other side of a sale.
 */
function namesRecord(target: Target, { refused, accepted }: Twin): Judgement | undefined {
  const list = jsonOf(refused);
  const place = isSuccess(refused) ? placeOfOwn(jsonOf(accepted), target) : undefined;
  const named = disclosedIdentifiers(refused);
  const isNamed = (id: string): boolean =>
    place !== undefined && hasTextAt(place, list)
      ? placesOf(id, list).includes(place)
      : named.some((one) => holdsIdentifier(id, one));
  const clients = isSuccess(refused) ? [] : target.clients;
  const all = [
    ...listedCases(target).map(({ id }) => ({ id, what: 'case' })),
    ...clients.map((id) => ({ id, what: 'client' })),
  ];
  const shown = all.find(({ id }) => isNamed(id));
  const words = `The answer shows ${shown?.id}, a ${shown?.what} of the member's organisation`;
  return shown && discloses(refused, 'outsider-403', words);
}

function isOutsidersOwn(target: Target, twin: Twin): Judgement {
  const { refused } = twin;
  const wrong = namesRecord(target, twin) ?? rejectsValidToken(refused, 'outsider-403');
  return wrong ?? isOwnOrRefused(refused);
}

/** A success is right: it may show the outsider's own list. */
function isOwnOrRefused(reply: Exchange): Judgement {
  return isSuccess(reply) || reply.status === 403 ? held : undecided('no-data', neitherAnswer(reply), reply);
}

/**
 * The documents do not say how the list links to its pages, so this is only observed.
 * @param pages - answers to requests for further pages; after discovery, only answers that are not a readable page
 */
function* showsPages(pages: readonly Exchange[], { target, isCutShort }: About): Iterable<Judgement> {
  if (pages.length > 0) return yield* pages.map(isAnsweredPage);
  if (target.discovered !== undefined)
    yield observes('list-cases-shape', 'listCases pages', target.discovered.pagesShownBy ?? 'one page');
  if (!isCutShort) yield held;
}

/**
 * The page may be gone or need a permission. So only three answers are wrong: a server error, broken JSON,
 * and a 401 for the token that read the list (interface 7).
 */
function isAnsweredPage(reply: Exchange): Judgement {
  const isInvalid = reply.status === 401;
  if (reply.status < 500 && !isInvalid) return isJson(reply);
  const because = isInvalid ? ', though the token was accepted for the page before it' : '';
  const words = `A page that the list of cases leads to is answered {status}${because}`;
  return wrongStatus(reply, 'list-cases-exists', words);
}

async function* pagesAsked(
  session: Session,
  credentialsFor: (place: number) => readonly Credentials[],
): AsyncIterable<Twin> {
  await control(session, listCases());
  const pages = await furtherPages(session);
  yield* sendTwins(
    session,
    pages.map((call, place) => credentialsFor(place).map((credentials) => ({ call, credentials }))),
  );
}

/**
 * The last page of the member's list, or the second one if the list does not link to the last or that is refused; both
 * in a thorough run, or if discovery read the list. Access control may cover only the first.
 */
export async function furtherPages(session: Session): Promise<readonly Call[]> {
  const { discovered } = session.target;
  if (discovered !== undefined) return discovered.furtherPages.map(listCases);
  const { items: pages, gap } = await collectItems(furtherPagesOfMember(session));
  if (gap !== undefined) throw gap;
  // A page that is refused to the member cannot be tested.
  return pages.filter(isSuccess).map(({ call }) => call);
}

async function* furtherPagesOfMember({ sendOnce, sampling }: Session): AsyncIterable<Exchange> {
  const first = await sendOnce(listCases(), 'member');
  const [last, next] = [nextPage(first, 'last'), nextPage(first)];
  // Only counters show the last page: a link to the next one is a better guess.
  const shown = last?.isLink === false && next?.isLink === true ? [next] : [last, next];
  for (const query of new Set(shown.flatMap((page) => page?.query || []))) {
    const page = await sendOnce(listCases(query), 'member');
    yield page;
    if (isSuccess(page) && !sampling.thorough) return;
  }
}
