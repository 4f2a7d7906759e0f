import {
  deviates,
  handsOver,
  held,
  isSuccess,
  neitherAnswer,
  statusOf,
  undecided,
} from '../harness/assertions.ts';
import type { Check } from '../harness/check.ts';
import { control, provenToken } from '../harness/controls.ts';
import { type Forgery, forgeries, noCredentials, unknownToken } from '../harness/forgeries.ts';
import { isRestricted } from '../harness/target.ts';
import {
  caseData,
  client,
  type Guarded,
  guardedOperations,
  refuses,
  requirementsOf,
} from '../rules/operations.ts';
import { precedenceChecks } from './authentication/precedence.ts';

/** Everything that is listed is guarded, not the first of it alone. */
function everyOneCheck(guarded: Guarded): Check {
  return {
    id: `${guarded.operation}.credentials-of-all`,
    title: `${guarded.operation} is answered 401 without valid credentials, for everything that is listed`,
    operation: guarded.operation,
    requirements: requirementsOf(guarded, 'credentials-401'),
    needs: guarded.needs,
    run: async function* (session) {
      for (const call of guarded.calls(session)) {
        const accepted = await control(session, call, guarded.isAccepted);
        for (const forgery of [noCredentials, unknownToken]) {
          yield* refuses(await session.send(call, forgery), 401, 'credentials-401', guarded, accepted);
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
  needs: [...client.needs, 'outsider token'],
  run: async function* (session) {
    for (const call of client.calls(session)) {
      const accepted = await control(session, call, client.isAccepted);
      const reply = await session.send(call, 'outsider');
      if (reply.status === 401) await provenToken(session, 'outsider');
      if (isSuccess(reply) || handsOver(reply, accepted)) {
        yield deviates(reply, 'outsider-403', `The status must be 403, but is ${statusOf(reply)}`);
      } else if (reply.status < 400 || reply.status >= 500) yield undecided('no-data', neitherAnswer(reply));
      else yield held;
    }
  },
};

/** The checks of credentials and permissions, on every operation that requires a token (interface 5). */
export const authenticationChecks: readonly Check[] = Object.freeze([
  ...guardedOperations.flatMap((guarded) => forgeries.map((forgery) => forgedCheck(guarded, forgery))),
  everyOneCheck(caseData),
  everyOneCheck(client),
  outsiderChangeCheck,
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
      // Every kind of forgery for the first of what is listed; the plainest two for all of it.
      for (const call of guarded.calls(session).slice(0, 1)) {
        const accepted = await control(session, call, guarded.isAccepted);
        yield* refuses(await session.send(call, forgery), 401, 'credentials-401', guarded, accepted);
      }
    },
  };
}

function restrictedCheck(guarded: Guarded): Check {
  return {
    id: `${guarded.operation}.permissions`,
    title: `${guarded.operation} is answered 403 with a valid token that lacks the permission`,
    operation: guarded.operation,
    requirements: requirementsOf(guarded, 'permissions-403'),
    needs: ['restricted token', ...guarded.needs],
    applies: (target) => isRestricted(target, guarded.operation),
    run: async function* (session) {
      for (const call of guarded.calls(session)) {
        const accepted = await control(session, call, guarded.isAccepted);
        const reply = await session.send(call, 'restricted');
        if (reply.status === 401) await provenToken(session, 'restricted');
        yield* refuses(reply, 403, 'permissions-403', guarded, accepted);
      }
    },
  };
}
