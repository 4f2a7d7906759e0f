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
import type { Check, Judgement } from '../harness/check.ts';
import { control, provenToken, stillProven } from '../harness/controls.ts';
import { forgeriesFor, placeFor } from '../harness/dealt-forgeries.ts';
import { type Forgery, type ForgeryFamily, forgeryFamilies } from '../harness/forgeries.ts';
import { asJudged } from '../harness/judged.ts';
import { severalOfEach } from '../harness/of-each.ts';
import type { Session } from '../harness/session.ts';
import { is4xx } from '../http/status.ts';
import {
  emptyPatch,
  guardedOperations,
  isRestricted,
  operations,
  refuses,
  requirementsOfRefusal,
} from '../rules/operations.ts';
import type { OperationId } from '../specification/description.ts';
import type { Exchange } from '../trace/exchange.ts';
import { refusalsOf } from './again/read-again.ts';
import { otherMethodsChecks } from './authentication/other-methods.ts';
import { otherPathsChecks } from './authentication/other-paths.ts';
import { otherPlacesChecks } from './authentication/other-places.ts';
import { permittedChecks } from './authentication/permitted.ts';
import { plainestFor } from './authentication/plainest-forgeries.ts';
import { precedenceChecks } from './authentication/precedence.ts';
import { namesNoRecord } from './named-records.ts';
import { keepsFromOtherSpellings } from './other-spellings.ts';
import { type Refused, refusalOf } from './refused.ts';
import { tellNothing } from './telling-refusals.ts';

/** Everything that is listed is guarded, not the first of it alone. */
function everyOneCheck(operation: OperationId): Check {
  const { needs, calls, isAccepted } = operations[operation];
  return {
    id: `${operation}.credentials-of-all`,
    title: `${operation} is answered 401 without valid credentials, for everything that is listed`,
    operation,
    requirements: requirementsOfRefusal(operation, 'credentials-401'),
    needs,
    rule: asJudged,
    probe: async function* (session) {
      const asked = calls(session).flatMap((call, place) =>
        plainestFor(place, session.sampling).map((forgery) => ({ call, forgery })),
      );
      const refused: Refused[][] = asked.map(() => []);
      yield* severalOfEach(asked, async function* ({ call, forgery }, place) {
        const accepted = await control(session, call, isAccepted);
        const reply = await session.sendOnce(call, forgery);
        yield* refusesForgery(session, reply, forgery, accepted);
        if (reply.status === 401)
          refused[place]?.push(...refusalOf({ reply, accepted, credentials: forgery }));
      });
      yield* tellNothing(session, refused.flat(), 'credentials-401');
    },
  };
}

/**
 * A user of another organisation changes none of this one's clients. How else than with 403 it refuses is open, but not
 * that a valid token is valid.
 */
const outsiderChangeCheck: Check = {
  id: 'updateClient.outsider',
  title: 'A user of another organisation changes no client',
  operation: 'updateClient',
  requirements: ['outsider-403'],
  needs: [...operations.updateClient.needs, 'outsider token'],
  rule: asJudged,
  probe: async function* (session) {
    const refused: Refused[] = [];
    for (const client of session.target.clients) {
      const call = updateClient(client, emptyPatch);
      const accepted = await control(session, call);
      const reply = await session.send(call, 'outsider');
      if (reply.status === 401) await stillProven(session, 'outsider');
      const isWrong = isSuccess(reply) || reply.status === 401 || reply.status >= 500;
      if (isWrong || handsOver(reply, accepted)) {
        const words = `The status must be 403, but is ${statusOf(reply)}`;
        yield deviates(reply, 'outsider-403', words, '', statusKind(reply));
      } else if (reply.status < 400) yield undecided('no-data', neitherAnswer(reply));
      else {
        yield held;
        refused.push(...refusalOf({ reply, accepted, credentials: 'outsider' }));
      }
    }
    yield* tellNothing(session, refused, 'outsider-403');
    if (session.sampling.thorough) yield* keepsFromOtherSpellings(session, refused, 'outsider-403');
  },
};

/** Operations that neither change a client nor are disturbed by a change. */
const reading: ReadonlySet<OperationId> = new Set(['getCaseData', 'getOrganisation', 'listCases']);

/** The checks of credentials and permissions, on every operation that requires a token (interface 5). */
export const authenticationChecks: readonly Check[] = Object.freeze(
  [
    ...guardedOperations.flatMap((operation) =>
      forgeryFamilies.map((family) => forgedCheck(operation, family)),
    ),
    everyOneCheck('getCaseData'),
    everyOneCheck('updateClient'),
    ...otherPlacesChecks,
    ...otherPathsChecks,
    ...otherMethodsChecks,
    outsiderChangeCheck,
    ...precedenceChecks,
    ...guardedOperations.map(restrictedCheck),
    ...permittedChecks,
  ].map((check): Check => (reading.has(check.operation) ? { ...check, stage: 'beside' } : check)),
);

/** Whether it is about no record in particular, so that a refusal names none. */
function isOfAll(operation: OperationId): boolean {
  return operation === 'getOrganisation' || operation === 'listCases';
}

function forgedCheck(operation: OperationId, family: ForgeryFamily): Check {
  const { needs, calls, isAccepted } = operations[operation];
  return {
    id: `${operation}.credentials.${family.id}`,
    title: `${operation} is answered 401 with ${family.title}`,
    operation,
    requirements: requirementsOfRefusal(operation, 'credentials-401'),
    needs,
    rule: asJudged,
    probe: async function* (session) {
      const listed = calls(session);
      const call = listed[placeFor(family, listed.length, session.sampling)];
      if (call === undefined) return;
      const accepted = await control(session, call, isAccepted);
      const forged = forgeriesFor(family, operation, session.sampling);
      yield* severalOfEach(forged, async function* (forgery) {
        const reply = await session.sendOnce(call, forgery);
        yield* refusesForgery(session, reply, forgery, accepted);
        if (isOfAll(operation))
          yield* namesNoRecord(session, { reply, accepted, credentials: forgery }, 'credentials-401');
      });
    },
  };
}

function* refusesForgery(
  { specification }: Session,
  reply: Exchange,
  { mayBeBlocked }: Forgery,
  accepted: Exchange,
): Iterable<Judgement> {
  const { status } = reply;
  const isBlocked = mayBeBlocked === true && status !== 401 && is4xx(status);
  if (isBlocked && !handsOver(reply, accepted)) yield held;
  else yield* refuses(specification, reply, 401, 'credentials-401', accepted);
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
    rule: asJudged,
    probe: async function* (session) {
      const asked = calls(session);
      const refused: Refused[][] = asked.map(() => []);
      yield* severalOfEach(asked, async function* (call, place) {
        const accepted = await control(session, call, isAccepted);
        for (let count = 0; count < refusalsOf(session.sampling); count += 1) {
          const reply = await session.send(call, 'restricted');
          if (reply.status === 401) await provenToken(session, 'restricted');
          yield* refuses(session.specification, reply, 403, 'permissions-403', accepted);
          if (isOfAll(operation))
            yield* namesNoRecord(session, { reply, accepted, credentials: 'restricted' }, 'permissions-403');
          if (reply.status === 403)
            refused[place]?.push(...refusalOf({ reply, accepted, credentials: 'restricted' }));
        }
      });
      if (operation !== 'getCaseData' && operation !== 'updateClient') return;
      yield* tellNothing(session, refused.flat(), 'permissions-403', 'colleague');
      if (operation === 'getCaseData' || session.sampling.thorough)
        yield* keepsFromOtherSpellings(session, refused.flat(), 'permissions-403', 'colleague');
    },
  };
}
