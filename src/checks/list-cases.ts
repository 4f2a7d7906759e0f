import { listCases } from '../client/calls.ts';
import { kindOf } from '../validation/words.ts';
import type { Check, Judgement } from './check.ts';
import { control, provenToken } from './controls.ts';
import {
  brokenAnswer,
  deviates,
  held,
  isJson,
  isSuccess,
  jsonOf,
  statusOf,
  undecided,
} from './judgements.ts';
import type { Reply, Session } from './session.ts';
import { listedCases } from './target.ts';

/** The checks of GET /api/v2/cases (interface 4.5): that it exists is all that the documents decide. */
export const listCasesChecks: readonly Check[] = Object.freeze([
  {
    id: 'listCases.exists',
    title: 'Cases can be listed',
    operation: 'listCases',
    requirements: ['list-cases-exists', 'bodies-are-json'],
    needs: [],
    run: exists,
  },
  {
    id: 'listCases.outsider',
    title: "A user of another organisation is not shown this organisation's cases",
    operation: 'listCases',
    requirements: ['outsider-403'],
    needs: ['a case', 'outsider token'],
    run: keepsFromOutsiders,
  },
]);

/**
 * Parameters are not decided, so a deployment may want some (400, 422). Neither are permissions: a 403 shows that
 * the operation exists too.
 */
export function existsWith({ status }: Reply): boolean {
  return (status >= 200 && status <= 299) || [400, 403, 422].includes(status);
}

async function* exists(session: Session): AsyncIterable<Judgement> {
  const reply = await session.recall(listCases(), 'member');
  if (reply.status === 401 || reply.status === 403) await provenToken(session, 'member');
  session.observe({
    requirement: 'list-cases-shape',
    subject: 'listCases',
    value: isSuccess(reply) ? `${reply.status}, ${kindOf(jsonOf(reply))}` : String(reply.status),
  });
  if (existsWith(reply)) {
    yield held;
    yield isJson(reply);
  } else
    yield deviates(
      reply,
      'list-cases-exists',
      `The operation must exist, but is answered ${statusOf(reply)}`,
    );
}

/** Refused, or shown their own: both are right. The identifier of a case of the member's is neither. */
async function* keepsFromOutsiders(session: Session): AsyncIterable<Judgement> {
  await control(session, listCases(), existsWith);
  const reply = await session.recall(listCases(), 'outsider');
  session.observe({
    requirement: 'outsider-own-organisation',
    subject: 'listCases',
    value: isSuccess(reply) ? 'answered' : String(reply.status),
  });
  if (reply.status === 401) await provenToken(session, 'outsider');
  const shown = listedCases(session.target).find(({ id }) =>
    reply.text.toLowerCase().includes(id.toLowerCase()),
  );
  if (reply.status >= 500) yield undecided('no-data', brokenAnswer(reply));
  else if (shown === undefined) yield held;
  else
    yield deviates(
      reply,
      'outsider-403',
      `The list must not show ${shown.id}, a case of the member's organisation`,
    );
}
