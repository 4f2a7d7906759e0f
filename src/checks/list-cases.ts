import { listCases } from '../api/calls.ts';
import {
  bodyInWords,
  deviates,
  held,
  isJson,
  isSameAtOnce,
  isSuccess,
  statusKind,
  statusOf,
} from '../harness/assertions.ts';
import type { Check, Judgement, SweptJudgement } from '../harness/check.ts';
import { control, provenToken } from '../harness/controls.ts';
import { asJudged } from '../harness/judged.ts';
import type { Session } from '../harness/session.ts';
import { operations } from '../rules/operations.ts';
import type { Exchange } from '../trace/exchange.ts';
import { readByOutsider } from './again/read-again.ts';
import { furtherPageChecks } from './list-cases/further-pages.ts';
import { keepsCases } from './list-cases/kept-cases.ts';
import { namesNoRecord } from './named-records.ts';
import { misanswered } from './valid-tokens.ts';

const { isAccepted: existsWith } = operations.listCases;

const pages = 'listCases.pages';

/** The checks of GET /api/v2/cases (interface 4.5): that it exists is all that the documents decide. */
export const listCasesChecks: readonly Check[] = Object.freeze([
  {
    id: 'listCases.exists',
    title: 'Cases can be listed',
    operation: 'listCases',
    requirements: ['list-cases-exists', 'bodies-are-json'],
    needs: [],
    rule: asJudged,
    probe: exists,
  },
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
  {
    id: pages,
    title: 'The pages that the list of cases leads to are answered',
    operation: 'listCases',
    requirements: ['list-cases-exists', 'bodies-are-json'],
    needs: [],
    applies: ({ discovered }) => discovered !== undefined,
    rule: asJudged,
    probe: showsPages,
  },
  ...furtherPageChecks,
]);

async function* exists(session: Session): AsyncIterable<Judgement> {
  const reply = await session.sendOnce(listCases(), 'member');
  yield* isSameAtOnce(reply, 'list-cases-exists');
  if (reply.status === 401 || reply.status === 403) await provenToken(session, 'member');
  session.observe({
    requirement: 'list-cases-shape',
    subject: 'listCases',
    value: isSuccess(reply) ? `${reply.status}, ${bodyInWords(reply)}` : String(reply.status),
  });
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
    session.observe({
      requirement: 'outsider-own-organisation',
      subject: 'listCases',
      value: isSuccess(reply) ? 'answered' : String(reply.status),
    });
    const judgement = await keepsCases(session, reply);
    const isOpen = judgement.kind === 'undecided';
    yield (isOpen ? await misanswered(session, reply, 'outsider') : undefined) ?? judgement;
    if (judgement.kind !== 'deviates')
      yield* namesNoRecord(session, { reply, accepted, credentials: 'outsider' }, 'outsider-403');
  }
}

/** How a list leads to its pages is open; that it goes nowhere is for the target itself to avoid. */
async function* showsPages(session: Session, swept: readonly Judgement[] = []): AsyncIterable<Judgement> {
  session.observe({
    requirement: 'list-cases-shape',
    subject: 'listCases pages',
    value: session.target.discovered?.pagesShownBy ?? 'one page',
  });
  await provenToken(session, 'member');
  yield held;
  yield* swept;
}

/**
 * Judges the answer where the list leads that shows no page of it. There may be no such page by now, and how that is
 * said is open, and so is who may read it; not so a failure, broken JSON, and that the token is not valid to which the list
 * was shown (interface 7).
 */
export function* judgePage(reply: Exchange): Iterable<SweptJudgement> {
  const isInvalid = reply.status === 401;
  if (reply.status < 500 && !isInvalid) {
    yield { check: pages, judgement: isJson(reply) };
    return;
  }
  const because = isInvalid ? ', though the token was accepted for the page before it' : '';
  const words = `A page that the list of cases leads to must be answered, but the status is ${statusOf(reply)}${because}`;
  const judgement = deviates(reply, 'list-cases-exists', words, '', statusKind(reply));
  yield { check: pages, judgement };
}
