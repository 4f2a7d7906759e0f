import { getOrganisation, listCases } from '../client/calls.ts';
import type { Check, Judgement } from './check.ts';
import { Undecidable } from './check.ts';
import { deviates, held, isJson, isSuccess, jsonOf, statusOf } from './judgements.ts';
import type { Reply, Session } from './session.ts';

/** The checks of GET /api/v2/org (interface 4.4). */
export const organisationChecks: readonly Check[] = Object.freeze([
  {
    id: 'getOrganisation.succeeds',
    title: 'A valid token reads its organisation, which confirms that authentication works',
    operation: 'getOrganisation',
    requirements: ['get-organisation', 'bodies-are-json'],
    needs: [],
    run: succeeds,
  },
  {
    id: 'getOrganisation.outsider',
    title: "A user of another organisation is not given this organisation's record",
    operation: 'getOrganisation',
    requirements: ['organisation-is-callers'],
    needs: ['outsider token'],
    run: keepsFromOutsiders,
  },
]);

async function* succeeds(session: Session): AsyncIterable<Judgement> {
  const reply = await session.recall(getOrganisation(), 'member');
  if (reply.status === 401 || reply.status === 403) await isRefusedHereAlone(session, reply);
  if (!isSuccess(reply)) {
    yield deviates(reply, 'get-organisation', `The status must be one of success, but is ${statusOf(reply)}`);
    return;
  }
  if (reply.text === '') {
    yield deviates(reply, 'get-organisation', "The body must hold the organisation's details, but is empty");
    return;
  }
  yield isJson(reply);
  const fields = Object.keys(Object(jsonOf(reply)))
    .sort()
    .join(', ');
  session.observe({ requirement: 'organisation-record-fields', subject: 'getOrganisation', value: fields });
}

/** A refusal deviates only if the token is shown to be valid: by another operation, which accepts it. */
async function isRefusedHereAlone(session: Session, { status }: Reply): Promise<void> {
  if (isSuccess(await session.recall(listCases(), 'member'))) return;
  throw new Undecidable(
    'control-refused',
    `tokens.member is answered ${status} by GET /api/v2/org, and accepted by no other operation. Check it in the configuration.`,
  );
}

/**
 * Refused or answered about their own organisation: both are right. Given the very record that the member is given,
 * the outsider sees an organisation that is not theirs; but a record that tells no organisation from another proves
 * nothing.
 */
async function* keepsFromOutsiders(session: Session): AsyncIterable<Judgement> {
  const own = await session.recall(getOrganisation(), 'member');
  const reply = await session.recall(getOrganisation(), 'outsider');
  session.observe({
    requirement: 'outsider-own-organisation',
    subject: 'getOrganisation',
    value: isSuccess(reply) ? 'answered' : String(reply.status),
  });
  if (!isSuccess(own)) {
    throw new Undecidable(
      'control-refused',
      `The member's own request is answered ${own.status}. Check tokens.member.`,
    );
  }
  if (isSuccess(reply) && reply.text === own.text && identifiesOrganisation(jsonOf(own))) {
    yield deviates(
      reply,
      'organisation-is-callers',
      "The record must be that of the caller's organisation, but is the member's",
    );
  } else yield held;
}

/** Whether one of the fields that no two organisations share is there, at the top or in what wraps the record. */
function identifiesOrganisation(value: unknown): boolean {
  const identifying = ['id', 'subDomain', 'registrationNumber'];
  const wrapped = Object.values(Object(value));
  return [value, ...wrapped].some((record) =>
    identifying.some((name) => Object.hasOwn(Object(record), name)),
  );
}
