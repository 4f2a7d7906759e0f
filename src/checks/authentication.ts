import { getCaseData } from '../client/calls.ts';
import type { OperationId } from '../specification/description.ts';
import type { Check } from './check.ts';
import { control, provenToken } from './controls.ts';
import { type Forgery, forgeries, noCredentials } from './forgeries.ts';
import { caseData, type Guarded, guardedOperations, refuses, requirementsOf } from './guarded-operations.ts';
import { precedenceChecks } from './precedence.ts';
import { listedCases } from './target.ts';

const everyCaseCheck: Check = {
  id: 'getCaseData.credentials.every-case',
  title: 'getCaseData is answered 401 with no Authorization header, for each listed case',
  operation: 'getCaseData',
  requirements: ['credentials-401', 'error-message'],
  needs: ['a case'],
  run: async function* (session) {
    for (const { id } of listedCases(session.target)) {
      await control(session, getCaseData(id), caseData.isAccepted);
      yield* refuses(await session.send(getCaseData(id), noCredentials), 401, 'credentials-401', caseData);
    }
  },
};

/** The checks of credentials and permissions, on every operation that requires a token (interface 5). */
export const authenticationChecks: readonly Check[] = Object.freeze([
  ...guardedOperations.flatMap((guarded) => forgeries.map((forgery) => forgedCheck(guarded, forgery))),
  everyCaseCheck,
  ...precedenceChecks,
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

/** What a restricted token usually lacks: its checks show what is missing where the configuration does not say. */
const usuallyRestricted: readonly OperationId[] = ['updateClient', 'createOrganisation'];

function restrictedCheck(guarded: Guarded): Check {
  return {
    id: `${guarded.operation}.permissions`,
    title: `${guarded.operation} is answered 403 with a valid token that lacks the permission`,
    operation: guarded.operation,
    requirements: requirementsOf(guarded, 'permissions-403'),
    needs: ['restricted token', ...guarded.needs],
    applies: ({ restrictedOperations }) =>
      (restrictedOperations?.length ? restrictedOperations : usuallyRestricted).includes(guarded.operation),
    run: async function* (session) {
      const call = guarded.call(session);
      await control(session, call, guarded.isAccepted);
      const reply = await session.send(call, 'restricted');
      if (reply.status === 401) await provenToken(session, 'restricted');
      yield* refuses(reply, 403, 'permissions-403', guarded);
    },
  };
}
