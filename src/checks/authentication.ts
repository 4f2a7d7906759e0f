import {
  type Call,
  createOrganisation,
  getCaseData,
  getOrganisation,
  listCases,
  updateClient,
} from '../client/calls.ts';
import type { OperationId } from '../specification/description.ts';
import type { Capability } from './capabilities.ts';
import type { Check, Judgement } from './check.ts';
import { control, provenToken } from './controls.ts';
import { type Forgery, forgeries } from './forgeries.ts';
import { hasMessage, hasStatus, isJson, isSuccess } from './judgements.ts';
import { existsWith } from './list-cases.ts';
import type { Reply, Session } from './session.ts';
import { listedCases } from './target.ts';

/** An operation that requires a token, and how to call it so that the token alone decides. */
interface Guarded {
  readonly operation: OperationId;
  /** What a call needs beside a token. */
  readonly needs: readonly Capability[];
  readonly call: (session: Session) => Call;
  /** What the operation answers when the token is valid. */
  readonly isAccepted: (reply: Reply) => boolean;
  /** What is decided of a refusal's body. */
  readonly judgeBody: (reply: Reply) => Judgement[];
}

/** An empty change: legal, and it changes nothing, so that it harms nothing where it should have been refused. */
const emptyPatch = '{}';

const caseData: Guarded = {
  operation: 'getCaseData',
  needs: ['a case'],
  call: ({ target }) => getCaseData(listedCases(target)[0]?.id ?? ''),
  isAccepted: ({ status }) => status === 200,
  judgeBody: (reply) => [hasMessage(reply)],
};

const organisation: Guarded = {
  operation: 'getOrganisation',
  needs: [],
  call: getOrganisation,
  isAccepted: isSuccess,
  judgeBody: (reply) => [isJson(reply)],
};

const caseList: Guarded = {
  operation: 'listCases',
  needs: [],
  call: listCases,
  isAccepted: existsWith,
  judgeBody: (reply) => [isJson(reply)],
};

const client: Guarded = {
  operation: 'updateClient',
  needs: ['a client', 'writes'],
  call: ({ target }) => updateClient(target.clients[0] ?? '', emptyPatch),
  isAccepted: isSuccess,
  judgeBody: () => [],
};

const creation: Guarded = {
  operation: 'createOrganisation',
  needs: ['creations'],
  call: (session) => createOrganisation(JSON.stringify(newOrganisation(session))),
  isAccepted: isSuccess,
  judgeBody: () => [],
};

const guardedOperations: readonly Guarded[] = [caseData, organisation, caseList, client, creation];

/** The checks of credentials and permissions, on every operation that requires a token (interface 5). */
export const authenticationChecks: readonly Check[] = Object.freeze([
  ...guardedOperations.flatMap((guarded) => forgeries.map((forgery) => forgedCheck(guarded, forgery))),
  ...precedenceChecks(),
  ...guardedOperations.map(restrictedCheck),
]);

function forgedCheck(guarded: Guarded, forgery: Forgery): Check {
  return {
    id: `${guarded.operation}.credentials.${forgery.id}`,
    title: `${guarded.operation} is answered 401 with ${forgery.title}`,
    operation: guarded.operation,
    requirements: requirementsOf(guarded, 'credentials-401'),
    needs: guarded.needs,
    run: async function* (session) {
      const call = guarded.call(session);
      await control(session, call, guarded.isAccepted);
      yield* refuses(await session.send(call, forgery), 401, 'credentials-401', guarded);
    },
  };
}

/** Credentials come before existence and before validation: a request with several faults is answered 401. */
function precedenceChecks(): Check[] {
  const [unknown] = forgeries.filter(({ id }) => id === 'unknown');
  if (unknown === undefined) return [];
  const faulty: { id: string; title: string; guarded: Guarded; call: (session: Session) => Call }[] = [
    {
      id: 'before-existence',
      title: 'a case that does not exist',
      guarded: { ...caseData, needs: [] },
      call: (session) => getCaseData(session.unusedIdentifier('case')),
    },
    {
      id: 'before-validation',
      title: 'a missing identifier',
      guarded: { ...caseData, needs: [] },
      call: () => getCaseData(''),
    },
    {
      id: 'before-existence',
      title: 'a client that does not exist',
      guarded: { ...client, needs: ['writes'] },
      call: (session) => updateClient(session.unusedIdentifier('client'), emptyPatch),
    },
    {
      id: 'before-validation',
      title: 'a body that is no JSON',
      guarded: client,
      call: ({ target }) => updateClient(target.clients[0] ?? '', '{'),
    },
  ];
  return faulty.map(({ id, title, guarded, call }) => ({
    id: `${guarded.operation}.credentials-${id}`,
    title: `${guarded.operation} is answered 401 with a token that nobody was given, even for ${title}`,
    operation: guarded.operation,
    requirements: requirementsOf(guarded, 'credentials-401'),
    needs: guarded.needs,
    run: async function* (session) {
      // The twin that differs in its credentials alone must be refused for another reason than them.
      await control(session, call(session), ({ status }) => status !== 401);
      yield* refuses(await session.send(call(session), unknown), 401, 'credentials-401', guarded);
    },
  }));
}

/** Whether the documents' typical writes are what a restricted token lacks, when the configuration does not say. */
const usuallyRestricted: readonly OperationId[] = ['updateClient', 'createOrganisation'];

function restrictedCheck(guarded: Guarded): Check {
  return {
    id: `${guarded.operation}.permissions`,
    title: `${guarded.operation} is answered 403 with a valid token that lacks the permission`,
    operation: guarded.operation,
    requirements: requirementsOf(guarded, 'permissions-403'),
    needs: ['restricted token', ...guarded.needs],
    applies: ({ restrictedOperations }) =>
      (restrictedOperations ?? usuallyRestricted).includes(guarded.operation),
    run: async function* (session) {
      const call = guarded.call(session);
      await control(session, call, guarded.isAccepted);
      const reply = await session.send(call, 'restricted');
      if (reply.status === 401) await provenToken(session, 'restricted');
      yield* refuses(reply, 403, 'permissions-403', guarded);
    },
  };
}

/** The rows that a refusal of the operation is judged by, that of its status first. */
function requirementsOf({ operation }: Guarded, status: string): string[] {
  if (operation === 'getCaseData') return [status, 'error-message'];
  // How changes and creations refuse is open beyond the status (interface 7).
  return operation === 'getOrganisation' || operation === 'listCases'
    ? [status, 'bodies-are-json']
    : [status];
}

function* refuses(
  reply: Reply,
  status: number,
  requirement: string,
  { judgeBody }: Guarded,
): Iterable<Judgement> {
  yield hasStatus(reply, status, requirement);
  if (reply.status === status) yield* judgeBody(reply);
}

/** A payload whose names are recognisable, and new for each run of another seed. */
function newOrganisation(session: Session): object {
  const mark = session.unusedIdentifier('organisation').slice(0, 8);
  return {
    type: 'conveyancer',
    registeredName: `case-conformance ${mark} Ltd`,
    subDomain: `case-conformance-${mark}`,
    emailAddress: `case-conformance-${mark}@example.com`,
    user: {
      firstName: 'Case',
      lastName: 'Conformance',
      role: 'EstateAgent',
      email: `case-conformance-user-${mark}@example.com`,
    },
  };
}
