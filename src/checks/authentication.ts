import { updateClient } from '../api/calls.ts';
import {
  deviates,
  handsOver,
  held,
  isSuccess,
  neitherAnswer,
  statusKind,
  statusOf,
  undecided,
} from '../harness/assertions.ts';
import type { Check } from '../harness/check.ts';
import { control, provenToken } from '../harness/controls.ts';
import { type Forgery, forgeries, noCredentials, unknownToken } from '../harness/forgeries.ts';
import {
  emptyPatch,
  guardedOperations,
  isRestricted,
  operations,
  refuses,
  requirementsOfRefusal,
} from '../rules/operations.ts';
import type { OperationId } from '../specification/description.ts';
import { precedenceChecks } from './authentication/precedence.ts';

/** Everything that is listed is guarded, not the first of it alone. */
function everyOneCheck(operation: OperationId): Check {
  const { needs, calls, isAccepted } = operations[operation];
  return {
    id: `${operation}.credentials-of-all`,
    title: `${operation} is answered 401 without valid credentials, for everything that is listed`,
    operation,
    requirements: requirementsOfRefusal(operation, 'credentials-401'),
    needs,
    run: async function* (session) {
      for (const call of calls(session)) {
        const accepted = await control(session, call, isAccepted);
        for (const forgery of [noCredentials, unknownToken]) {
          yield* refuses(
            session.specification,
            await session.send(call, forgery),
            401,
            'credentials-401',
            accepted,
          );
        }
      }
    },
  };
}

/** A user of another organisation changes none of this one's clients. How else than with 403 it refuses is open. */
const outsiderChangeCheck: Check = {
  id: 'updateClient.outsider',
  title: 'A user of another organisation changes no client',
  operation: 'updateClient',
  requirements: ['outsider-403'],
  needs: [...operations.updateClient.needs, 'outsider token'],
  run: async function* (session) {
    for (const client of session.target.clients) {
      const call = updateClient(client, emptyPatch);
      const accepted = await control(session, call);
      const reply = await session.send(call, 'outsider');
      if (reply.status === 401) await provenToken(session, 'outsider');
      if (isSuccess(reply) || handsOver(reply, accepted)) {
        const words = `The status must be 403, but is ${statusOf(reply)}`;
        yield deviates(reply, 'outsider-403', words, '', statusKind(reply));
      } else if (reply.status < 400 || reply.status >= 500) yield undecided('no-data', neitherAnswer(reply));
      else yield held;
    }
  },
};

/** The checks of credentials and permissions, on every operation that requires a token (interface 5). */
export const authenticationChecks: readonly Check[] = Object.freeze([
  ...guardedOperations.flatMap((operation) => forgeries.map((forgery) => forgedCheck(operation, forgery))),
  everyOneCheck('getCaseData'),
  everyOneCheck('updateClient'),
  outsiderChangeCheck,
  ...precedenceChecks,
  ...guardedOperations.map(restrictedCheck),
]);

function forgedCheck(operation: OperationId, forgery: Forgery): Check {
  const { needs, calls, isAccepted } = operations[operation];
  return {
    id: `${operation}.credentials.${forgery.id}`,
    title: `${operation} is answered 401 with ${forgery.title}`,
    operation,
    requirements: requirementsOfRefusal(operation, 'credentials-401'),
    needs,
    run: async function* (session) {
      // Every kind of forgery for the first of what is listed; the plainest two for all of it.
      for (const call of calls(session).slice(0, 1)) {
        const accepted = await control(session, call, isAccepted);
        yield* refuses(
          session.specification,
          await session.send(call, forgery),
          401,
          'credentials-401',
          accepted,
        );
      }
    },
  };
}

function restrictedCheck(operation: OperationId): Check {
  const { needs, calls, isAccepted } = operations[operation];
  return {
    id: `${operation}.permissions`,
    title: `${operation} is answered 403 with a valid token that lacks the permission`,
    operation,
    requirements: requirementsOfRefusal(operation, 'permissions-403'),
    needs: ['restricted token', ...needs],
    applies: (target) => isRestricted(target, operation),
    run: async function* (session) {
      for (const call of calls(session)) {
        const accepted = await control(session, call, isAccepted);
        const reply = await session.send(call, 'restricted');
        if (reply.status === 401) await provenToken(session, 'restricted');
        yield* refuses(session.specification, reply, 403, 'permissions-403', accepted);
      }
    },
  };
}
