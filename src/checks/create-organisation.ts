import { createOrganisation } from '../api/calls.ts';
import { bodyInWords, deviates, held, isSuccess, statusKind, statusOf } from '../harness/assertions.ts';
import { type Check, type Judgement, Undecidable } from '../harness/check.ts';
import { organisationPayload } from '../harness/organisation-payload.ts';
import type { Reply, Session } from '../harness/session.ts';
import { operations } from '../rules/operations.ts';

const row = 'create-organisation';

/** The checks of POST /api/v2/org (interface 4.3): that it creates is all that the documents decide. */
export const createOrganisationChecks: readonly Check[] = Object.freeze<Check[]>([
  {
    id: 'createOrganisation.full',
    title: 'An organisation is created from a payload with every field',
    operation: 'createOrganisation',
    requirements: [row],
    needs: operations.createOrganisation.needs,
    run: createsFromAll,
  },
  {
    id: 'createOrganisation.left-out',
    title: 'A payload that leaves a field out breaks nothing',
    operation: 'createOrganisation',
    requirements: [row],
    needs: operations.createOrganisation.needs,
    run: survivesOmissions,
  },
]);

async function* createsFromAll(session: Session): AsyncIterable<Judgement> {
  const payload = organisationPayload(session, 'full');
  const reply = await session.send(createOrganisation(JSON.stringify(payload)), 'member');
  yield* judgements(session, reply, 'every field');
  if (isSuccess(reply)) {
    session.observe({
      requirement: 'create-organisation-answer',
      subject: 'createOrganisation',
      value: `${reply.status}, ${bodyInWords(reply)}`,
    });
    // Whether a sub-domain may be had twice is open.
    const again = await session.tryOnce(createOrganisation(JSON.stringify(payload)), 'member');
    if (again !== undefined) yield* judgements(session, again, 'a sub-domain that is taken');
    return;
  }
  if ([404, 405, 410].includes(reply.status)) {
    const words = `The operation must exist, but is answered ${statusOf(reply)}`;
    yield deviates(reply, row, words, '', statusKind(reply));
  } else if (isMerelyObserved(reply)) throw refused(reply);
}

/** Neither a success nor a failure of the server's. */
function isMerelyObserved(reply: Pick<Reply, 'status'>): boolean {
  return !isSuccess(reply) && reply.status < 500;
}

/** Which fields are required is open: each is left out in turn, and what comes is observed. */
async function* survivesOmissions(session: Session): AsyncIterable<Judgement> {
  // Not the replies, which may be large.
  const replies: Pick<Reply, 'status'>[] = [];
  for (const { name, payload } of omissions(session)) {
    const reply = await session.send(createOrganisation(JSON.stringify(payload)), 'member');
    replies.push({ status: reply.status });
    yield* judgements(session, reply, `no ${name}`);
  }
  const [first] = replies;
  if (first !== undefined && replies.every(isMerelyObserved)) throw refused(first);
}

/** Any success is a success, a failure of the server's is none, and how else a payload is answered is open. */
function* judgements(session: Session, reply: Reply, what: string): Iterable<Judgement> {
  session.observe({
    requirement: 'organisation-payload-required',
    subject: `createOrganisation with ${what}`,
    value: isSuccess(reply) ? 'accepted' : String(reply.status),
  });
  if (isSuccess(reply)) yield held;
  else if (reply.status >= 500) {
    const words = `A payload with ${what} must not make the service fail, but is answered ${statusOf(reply)}`;
    yield deviates(reply, row, words, '', `${what}: ${statusKind(reply)}`);
  }
}

function refused({ status }: Pick<Reply, 'status'>): Undecidable {
  return new Undecidable(
    'control-refused',
    `POST /api/v2/org is answered ${status} for every payload that is tried. Check whether tokens.member may create organisations.`,
  );
}

interface Omission {
  /** The field that is left out, as a reader finds it in the payload. */
  readonly name: string;
  readonly payload: object;
}

function omissions(session: Session): Omission[] {
  const { fieldsOf } = session.specification;
  return [
    { name: 'field at all', payload: {} },
    ...fieldsOf('Address').map((name, index) => {
      const { address, ...payload } = organisationPayload(session, `a${index}`);
      return { name: `address.${name}`, payload: { ...payload, address: without(address ?? {}, name) } };
    }),
    ...fieldsOf('OrganisationPayload').map((name, index) => ({
      name,
      payload: without(organisationPayload(session, `o${index}`), name),
    })),
    ...fieldsOf('OrganisationUser').map((name, index) => {
      const { user, ...payload } = organisationPayload(session, `u${index}`);
      return { name: `user.${name}`, payload: { ...payload, user: without(user ?? {}, name) } };
    }),
  ];
}

function without(object: object, name: string): object {
  return Object.fromEntries(Object.entries(object).filter(([one]) => one !== name));
}
