import { createOrganisation } from '../api/calls.ts';
import { bodyInWords, deviates, isSuccess, statusKind, statusOf } from '../harness/assertions.ts';
import type { Check, Judgement } from '../harness/check.ts';
import { provenToken } from '../harness/controls.ts';
import { asJudged } from '../harness/judged.ts';
import { organisationPayload } from '../harness/organisation-payload.ts';
import type { Session } from '../harness/session.ts';
import { longestText, textGroups, textOfLength } from '../harness/tricky-texts.ts';
import { failures } from '../rules/change-rules.ts';
import { operations } from '../rules/operations.ts';
import type { Exchange } from '../trace/exchange.ts';
import {
  type ChangedPayload,
  changedPayloads,
  everyMemberAlone,
  inWords,
  payloadOf,
  payloadWith,
} from './create-organisation/changed-payloads.ts';
import { showsWhatWasSent } from './create-organisation/created-organisation.ts';
import {
  answersPayload,
  creation,
  isMerelyObserved,
  refusedCreation,
  refusedWhateverIsSent,
} from './create-organisation/creation.ts';

const row = 'create-organisation';

/** The checks of POST /api/v2/org (interface 4.3): that it creates is all that the documents decide. */
export const createOrganisationChecks: readonly Check[] = Object.freeze<Check[]>([
  {
    id: 'createOrganisation.full',
    title: 'An organisation is created from a payload with every field',
    operation: 'createOrganisation',
    requirements: [row],
    needs: operations.createOrganisation.needs,
    rule: asJudged,
    probe: createsFromAll,
  },
  {
    id: 'createOrganisation.left-out',
    title: 'A payload that leaves fields out, or empty, breaks nothing',
    operation: 'createOrganisation',
    requirements: [row],
    needs: operations.createOrganisation.needs,
    rule: asJudged,
    probe: survivesOmissions,
  },
  {
    id: 'createOrganisation.texts',
    title: 'An organisation is created with its texts as they were sent, whatever characters they hold',
    operation: 'createOrganisation',
    requirements: [row],
    needs: operations.createOrganisation.needs,
    rule: asJudged,
    probe: survivesTexts,
  },
]);

async function* createsFromAll(session: Session): AsyncIterable<Judgement> {
  const payload = organisationPayload(session, 'full');
  const reply = await session.share(creation);
  yield* answersPayload(session, reply, 'every field');
  if (isSuccess(reply)) {
    session.observe({
      requirement: 'create-organisation-answer',
      subject: 'createOrganisation',
      value: `${reply.status}, ${bodyInWords(reply)}`,
    });
    yield* showsWhatWasSent(reply, payload);
    // Whether a sub-domain may be had twice is open.
    const again = await session.tryOnce(createOrganisation(JSON.stringify(payload)), 'member');
    if (again !== undefined) yield* answersPayload(session, again, 'a sub-domain that is taken');
    yield* survivesWrongBodies(session);
    return;
  }
  if (reply.status === 401) {
    await provenToken(session, 'member');
    const words = 'A valid token must not be answered 401, but is';
    yield deviates(reply, row, words, '', statusKind(reply));
  } else if ([404, 405, 410].includes(reply.status)) {
    const words = `The operation must exist, but is answered ${statusOf(reply)}`;
    yield deviates(reply, row, words, '', statusKind(reply));
  } else if (isMerelyObserved(reply)) throw refusedCreation(reply);
}

/**
 * How a body is answered that breaks the description is open (interface 7), and what is made of it, too. But no body makes
 * the service fail.
 */
async function* survivesWrongBodies(session: Session): AsyncIterable<Judgement> {
  const payload = organisationPayload(session, 'wrong');
  const wrong: readonly (readonly [id: string, body: string])[] = [
    ['no JSON for a body', '{'],
    ['an array for a body', '[]'],
    ['a name that is a number', JSON.stringify({ ...payload, registeredName: 5 })],
    ['a user that is a text', JSON.stringify({ ...payload, user: 'Avery Sample' })],
  ];
  for (const [id, body] of wrong) {
    const reply = await session.tryOnce(createOrganisation(body), 'member');
    if (reply !== undefined) yield* failures(reply, row, `A payload with ${id}`);
    session.observe({
      requirement: 'update-and-create-errors',
      subject: `createOrganisation with ${id}`,
      value: reply === undefined ? 'no answer' : String(reply.status),
    });
  }
}

/** So many further payloads may tell which member it is that a target does not do without. */
const mostFurther = 6;

/**
 * Which fields are required is open: those that a service can probably do without are left out together, the others one
 * by one; what is not taken together is taken apart.
 */
async function* survivesOmissions(session: Session): AsyncIterable<Judgement> {
  const reply = await session.share(creation);
  if (refusedWhateverIsSent.includes(reply.status)) throw refusedCreation(reply);
  const { thorough } = session.sampling;
  let further = thorough ? 0 : mostFurther;
  const statuses: number[] = [];

  /** @returns whether it is told that the service fails over it */
  async function* tries(changed: ChangedPayload): AsyncGenerator<Judgement, boolean> {
    const payload = payloadWith(session, `o${statuses.length}`, changed);
    const answer = await session.send(createOrganisation(JSON.stringify(payload)), 'member');
    statuses.push(answer.status);
    let isTold = false;
    if (!isSuccess(answer) && changed.names.length > 1 && further > 1) {
      further -= 2;
      for (const half of halvesOf(changed)) isTold = (yield* tries(half)) || isTold;
    }
    // A part of it tells more.
    if (!isTold) yield* answersPayload(session, answer, inWords(changed));
    return isTold || answer.status >= 500;
  }

  for (const changed of changedPayloads(session)) yield* tries(changed);
  if (thorough) for (const changed of everyMemberAlone(session)) yield* tries(changed);
  const nothing = await session.send(createOrganisation('{}'), 'member');
  yield* answersPayload(session, nothing, 'no field at all');
  if ([...statuses, nothing.status].every((status) => isMerelyObserved({ status })))
    throw refusedCreation(nothing);
}

function halvesOf({ change, names }: ChangedPayload): ChangedPayload[] {
  const middle = Math.ceil(names.length / 2);
  return [names.slice(0, middle), names.slice(middle)].map((half) => ({ change, names: half }));
}

/** Which texts a target refuses is open; what it takes, it shows as it was sent, where it shows it. */
async function* survivesTexts(session: Session): AsyncIterable<Judgement> {
  const reply = await session.share(creation);
  if (refusedWhateverIsSent.includes(reply.status)) throw refusedCreation(reply);
  const groups = session.sampling.thorough ? textGroups : textGroups.slice(0, 3);
  const texts = [
    ...groups.map(({ id, rows }) => ({
      id,
      textAt: (place: number) => (rows[place % rows.length] ?? []).map(({ text }) => text).join(' '),
    })),
    { id: `${longestText} characters`, textAt: () => textOfLength(longestText) },
    { id: '256 characters', textAt: () => textOfLength(256) },
  ];
  const answers: Pick<Exchange, 'status'>[] = [];
  for (const { id, textAt } of texts) {
    const payload = payloadOf(session, `t${answers.length}`, textAt);
    const answer = await session.send(createOrganisation(JSON.stringify(payload)), 'member');
    answers.push({ status: answer.status });
    yield* answersPayload(session, answer, id);
    yield* showsWhatWasSent(answer, payload);
  }
  if (answers.every(isMerelyObserved)) throw refusedCreation(answers[0] ?? reply);
}
