import { type Call, createOrganisation, getCaseData, updateClient } from '../../api/calls.ts';
import type { Capability } from '../../harness/capabilities.ts';
import type { Check } from '../../harness/check.ts';
import { control, provenToken } from '../../harness/controls.ts';
import { noCredentials, unknownToken } from '../../harness/forgeries.ts';
import type { Session } from '../../harness/session.ts';
import {
  caseData,
  client,
  creation,
  emptyPatch,
  type Guarded,
  refuses,
  requirementsOf,
} from '../../rules/operations.ts';

/** A request that is wrong in another way than its credentials. */
interface WrongRequest {
  readonly id: string;
  /** Continues the sentence "even for …". */
  readonly title: string;
  readonly guarded: Guarded;
  readonly needs: readonly Capability[];
  readonly calls: (session: Session) => readonly Call[];
  /** The accepted twin, where it is not the same request with valid credentials. */
  readonly twins?: (session: Session) => readonly Call[];
}

const noJson = '{';
const noObject = '[]';

const wrongRequests: readonly WrongRequest[] = [
  {
    id: 'before-existence',
    title: 'a case that does not exist',
    guarded: caseData,
    needs: [],
    calls: (session) => [getCaseData(session.unusedIdentifier('case'))],
  },
  {
    id: 'before-ownership',
    title: 'a case of another organisation',
    guarded: caseData,
    needs: ['a foreign case'],
    calls: ({ target }) => target.foreignCases.map(getCaseData),
  },
  {
    id: 'before-form',
    title: 'an identifier that is no UUID',
    guarded: caseData,
    needs: [],
    calls: () => [getCaseData('not-a-uuid')],
  },
  {
    id: 'before-validation',
    title: 'a missing identifier',
    guarded: caseData,
    needs: [],
    calls: () => [getCaseData('')],
  },
  {
    id: 'before-existence',
    title: 'a client that does not exist',
    guarded: client,
    needs: ['writes'],
    calls: (session) => [updateClient(session.unusedIdentifier('client'), emptyPatch)],
  },
  {
    id: 'before-validation',
    title: 'a body that is no JSON',
    guarded: client,
    needs: client.needs,
    calls: ({ target }) => target.clients.slice(0, 1).map((id) => updateClient(id, noJson)),
  },
  {
    id: 'before-validation',
    title: 'a body that is no JSON',
    guarded: creation,
    needs: creation.needs,
    calls: () => [createOrganisation(noJson)],
  },
  {
    id: 'before-schema',
    title: 'a body that is no object',
    guarded: client,
    needs: client.needs,
    calls: ({ target }) => target.clients.slice(0, 1).map((id) => updateClient(id, noObject)),
    twins: client.calls,
  },
  {
    id: 'before-schema',
    title: 'a body that is no object',
    guarded: creation,
    needs: creation.needs,
    calls: () => [createOrganisation(noObject)],
    twins: creation.calls,
  },
];

/** Credentials come before existence, ownership and validation: a request with several faults is answered 401. */
export const precedenceChecks: readonly Check[] = Object.freeze(wrongRequests.map(precedenceCheck));

function precedenceCheck({ id, title, guarded, needs, calls, twins = calls }: WrongRequest): Check {
  return {
    id: `${guarded.operation}.credentials-${id}`,
    title: `${guarded.operation} is answered 401 without valid credentials, even for ${title}`,
    operation: guarded.operation,
    requirements: requirementsOf(guarded, 'credentials-401'),
    needs,
    run: async function* (session) {
      for (const [index, call] of calls(session).entries()) {
        await provenToken(session, 'member');
        // The twin that differs in its credentials alone is refused too, but for another reason than them.
        const twin = twins(session)[index] ?? call;
        const accepted = await control(session, twin, ({ status }) => status !== 401 && status < 500);
        for (const forgery of [noCredentials, unknownToken]) {
          yield* refuses(await session.send(call, forgery), 401, 'credentials-401', guarded, accepted);
        }
      }
    },
  };
}
