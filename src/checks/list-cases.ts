import { listCases } from '../api/calls.ts';
import {
  bodyInWords,
  deviates,
  held,
  isJson,
  isSameAtOnce,
  isSuccess,
  observes,
  statusKind,
  statusOf,
} from '../harness/assertions.ts';
import type { About, Check, Judgement } from '../harness/check.ts';
import { control, provenToken, stillProven } from '../harness/controls.ts';
import { asJudged, checkOf, ofEachItem, wholeSuccess } from '../harness/judged.ts';
import type { Session } from '../harness/session.ts';
import { namesNoRecord } from '../rules/disclosure.ts';
import { operations } from '../rules/operations.ts';
import { misanswers } from '../rules/refusal.ts';
import type { Exchange } from '../trace/exchange.ts';
import { readByOutsider } from './again/read-again.ts';
import { furtherPageChecks } from './list-cases/further-pages.ts';
import { keepsCases } from './list-cases/kept-cases.ts';
import { namingOf } from './refusals/refusal-check.ts';

const { isAccepted: existsWith } = operations.listCases;

/** The checks of GET /api/v2/cases (interface 4.5): that it exists is all that the documents decide. */
export const listCasesChecks: readonly Check[] = Object.freeze([
  checkOf({
    id: 'listCases.exists',
    title: 'Cases can be listed',
    operation: 'listCases',
    requirements: ['list-cases-exists', 'bodies-are-json'],
    needs: [],
    probe: async function* (session) {
      const reply = await session.sendOnce(listCases(), 'member');
      if (reply.status === 401 || reply.status === 403) await provenToken(session, 'member');
      yield reply;
    },
    itemOf: (reply, origin) => (reply.call.query === undefined ? wholeSuccess(reply, origin) : undefined),
    rule: ofEachItem(exists),
  }),
  {
    id: 'listCases.outsider',
    title:
      "A user of another organisation is not shown this organisation's cases, also while a member lists them",
    operation: 'listCases',
    requirements: ['outsider-403'],
    needs: ['a case', 'outsider token'],
    stage: 'again',
    rule: asJudged,
    probe: keepsFromOutsiders,
  },
  checkOf<Exchange>({
    id: 'listCases.pages',
    title: 'The pages that the list of cases leads to are answered',
    operation: 'listCases',
    requirements: ['list-cases-exists', 'bodies-are-json'],
    needs: [],
    applies: ({ discovered }) => discovered !== undefined,
    // biome-ignore lint/correctness/useYield: discovery sends
    probe: async function* (session) {
      await provenToken(session, 'member');
    },
    itemOf: (reply) => (reply.call.query === undefined ? undefined : reply),
    rule: showsPages,
  }),
  ...furtherPageChecks,
]);

function* exists(reply: Exchange): Iterable<Judgement> {
  yield* isSameAtOnce(reply, 'list-cases-exists');
  const value = isSuccess(reply) ? `${reply.status}, ${bodyInWords(reply)}` : String(reply.status);
  yield observes('list-cases-shape', 'listCases', value);
  if (existsWith(reply.status)) {
    yield held;
    yield isJson(reply);
  } else {
    const words = `The operation must exist, but is answered ${statusOf(reply)}`;
    yield deviates(reply, 'list-cases-exists', words, '', statusKind(reply));
  }
}

/** Refused, or shown their own: both are right. The identifier of a case of the member's is neither. */
async function* keepsFromOutsiders(session: Session): AsyncIterable<Judgement> {
  const accepted = await control(session, listCases(), existsWith);
  for (const reply of await readByOutsider(session, listCases())) {
    const answered = isSuccess(reply) ? 'answered' : String(reply.status);
    yield observes('outsider-own-organisation', 'listCases', answered);
    const judgement = await keepsCases(session, reply);
    const isOpen = judgement.kind === 'undecided';
    if (isOpen && reply.status === 401) await stillProven(session, 'outsider');
    yield (isOpen ? misanswers(reply, 'outsider-403') : undefined) ?? judgement;
    if (judgement.kind === 'deviates') continue;
    const twin = { refused: reply, accepted, credentials: 'outsider' } as const;
    yield* namesNoRecord({ ...twin, naming: await namingOf(session, twin) }, session.target, 'outsider-403');
  }
}

/** How a list leads to its pages is open. Discovery brings the answers that show no page. */
function* showsPages(unreadable: readonly Exchange[], { target, isCutShort }: About): Iterable<Judgement> {
  if (unreadable.length > 0) {
    yield* unreadable.map(isAnsweredPage);
    return;
  }
  yield observes('list-cases-shape', 'listCases pages', target.discovered?.pagesShownBy ?? 'one page');
  if (!isCutShort) yield held;
}

/**
 * The page may no longer exist, and the status for that is open, as are the permissions. Only a server error, broken
 * JSON, and 401 for the token that read the list are deviations (interface 7).
 */
function isAnsweredPage(reply: Exchange): Judgement {
  const isInvalid = reply.status === 401;
  if (reply.status < 500 && !isInvalid) return isJson(reply);
  const because = isInvalid ? ', though the token was accepted for the page before it' : '';
  const words = `A page that the list of cases leads to must be answered, but the status is ${statusOf(reply)}${because}`;
  return deviates(reply, 'list-cases-exists', words, '', statusKind(reply));
}
