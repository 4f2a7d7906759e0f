import { type Call, listCases } from '../../api/calls.ts';
import { deviates, handoverKind, held, undecided } from '../../harness/assertions.ts';
import type { Check, Judgement } from '../../harness/check.ts';
import { control } from '../../harness/controls.ts';
import { plainestForgeries } from '../../harness/dealt-forgeries.ts';
import { asJudged } from '../../harness/judged.ts';
import type { Session } from '../../harness/session.ts';
import type { Target } from '../../harness/target.ts';
import { is4xx } from '../../http/status.ts';
import { namesNoRecord } from '../../rules/disclosure.ts';
import { isListOfAnother, withoutSent } from '../../rules/listed-identifiers.ts';
import { requirementsOfRefusal } from '../../rules/operations.ts';
import { refuses } from '../../rules/refusal.ts';
import { Undecidable, undecidableIn } from '../../trace/gap.ts';
import { readByOutsider } from '../again/read-again.ts';
import { namingOf } from '../refusals/refusal-check.ts';
import { keepsCases } from './kept-cases.ts';

/**
 * Further pages are checked on their own: access control of the first page of a list need not cover the second or the
 * last.
 */
const ofFurtherPages = {
  operation: 'listCases',
  applies: ({ discovered }: Target) => (discovered?.furtherPages ?? []).length > 0,
} as const;

/** The checks of pages that the list of cases leads to, in a run that discovers cases (interface 4 and 4.5). */
export const furtherPageChecks: readonly Check[] = [
  {
    ...ofFurtherPages,
    id: 'listCases.credentials-of-pages',
    title: 'A page that the list of cases leads to is answered 401 without valid credentials',
    requirements: requirementsOfRefusal('listCases', 'credentials-401'),
    needs: [],
    stage: 'beside',
    rule: asJudged,
    probe: refusesForgeries,
  },
  {
    ...ofFurtherPages,
    id: 'listCases.outsider-of-pages',
    title: "A user of another organisation is not shown a page that the list of this one's cases leads to",
    requirements: ['outsider-403'],
    needs: ['outsider token'],
    stage: 'again',
    rule: asJudged,
    probe: keepsFromOutsiders,
  },
];

async function* refusesForgeries(session: Session): AsyncIterable<Judgement> {
  for (const page of furtherPages(session)) {
    const accepted = await control(session, page).catch(undecidableIn);
    if (accepted instanceof Undecidable) {
      yield undecided(accepted.reason, accepted.message);
      continue;
    }
    for (const forgery of plainestForgeries) {
      const reply = await session.send(page, forgery);
      yield* refuses(session.specification, reply, 401, 'credentials-401', accepted);
      const twin = { refused: reply, accepted, credentials: forgery };
      const naming = await namingOf(session, twin);
      yield* namesNoRecord({ ...twin, naming }, session.target, 'credentials-401');
    }
  }
}

async function* keepsFromOutsiders(session: Session): AsyncIterable<Judgement> {
  for (const page of furtherPages(session)) yield* keepsPage(session, page);
}

/** The outsider may be shown a page of their own list, or be refused in any way. */
async function* keepsPage(session: Session, page: Call): AsyncIterable<Judgement> {
  const accepted = await control(session, page).catch(undecidableIn);
  if (accepted instanceof Undecidable) {
    yield undecided(accepted.reason, accepted.message);
    return;
  }
  const reply = withoutSent(await session.send(page, 'outsider'));
  const judgement = await keepsCases(session, reply);
  if (judgement.kind === 'deviates') {
    yield judgement;
    return;
  }
  if (isListOfAnother(reply, [accepted], await readByOutsider(session, listCases()))) {
    const words = "The page must not be shown to a user of another organisation, but is the member's";
    yield deviates(reply, 'outsider-403', words, '', handoverKind(reply));
    return;
  }
  yield judgement.kind === 'undecided' && is4xx(reply.status) ? held : judgement;
}

function furtherPages({ target }: Session): Call[] {
  return (target.discovered?.furtherPages ?? []).map((query) => listCases(query));
}
