import { type Call, createOrganisation, getCaseData, updateClient } from '../../api/calls.ts';
import type { Capability, Check } from '../../harness/check.ts';
import { control, provenToken } from '../../harness/controls.ts';
import { asJudged } from '../../harness/judged.ts';
import type { Session } from '../../harness/session.ts';
import { askWithoutIdentifier } from '../../rules/missing-identifier.ts';
import { emptyPatch, operations, refuses, requirementsOfRefusal } from '../../rules/operations.ts';
import type { OperationId } from '../../specification/description.ts';
import { both, inTurn } from './plainest-forgeries.ts';

/** A request that is wrong in another way than its credentials. */
interface WrongRequest {
  readonly id: string;
  /** Continues the sentence "even for …". */
  readonly title: string;
  readonly operation: OperationId;
  readonly needs: readonly Capability[];
  readonly calls: (session: Session) => readonly Call[] | Promise<readonly Call[]>;
  /** Sent in every run without a token and with one that nobody was given; others in one run so, and in another so. */
  readonly isSentWithBoth?: true;
  /** Which statuses of the twin show that the request reaches the service. */
  readonly isAccepted?: (status: number) => boolean;
  /** The accepted twin, where it is not the same request with valid credentials. */
  readonly twins?: (session: Session) => readonly Call[];
}

/** The writing of the missing identifier that the member is answered 400, or else the last one. */
async function withoutIdentifier(session: Session): Promise<readonly Call[]> {
  const replies = await askWithoutIdentifier((call) => session.sendOnce(call, 'member'));
  return replies.slice(-1).map(({ call }) => call);
}

const isAnswered = (status: number): boolean => status !== 401 && status < 500;

const noJson = '{';
const noObject = '[]';

/**
 * Identifiers of what does not exist are written in capitals: the same request then shows whether credentials are looked
 * at by a pattern that knows small letters alone. Their twins are those that other checks send.
 */
const wrongRequests: readonly WrongRequest[] = [
  {
    id: 'before-existence',
    title: 'a case that does not exist, by an identifier in capitals',
    operation: 'getCaseData',
    needs: [],
    isSentWithBoth: true,
    calls: (session) => [getCaseData(session.unusedIdentifier('case').toUpperCase())],
    twins: (session) => [getCaseData(session.unusedIdentifier('case'))],
  },
  {
    id: 'before-ownership',
    title: 'a case of another organisation',
    operation: 'getCaseData',
    needs: ['a foreign case'],
    calls: ({ target }) => target.foreignCases.map(getCaseData),
  },
  {
    id: 'before-form',
    title: 'an identifier that is no UUID',
    operation: 'getCaseData',
    needs: [],
    calls: () => [getCaseData('not-a-uuid')],
  },
  {
    id: 'before-validation',
    title: 'a missing identifier',
    operation: 'getCaseData',
    needs: [],
    calls: withoutIdentifier,
    // A router that has no route for it answers everybody alike, before the service does.
    isAccepted: (status) => status === 400,
  },
  {
    id: 'before-existence',
    title: 'a client that does not exist, by an identifier in capitals',
    operation: 'updateClient',
    needs: ['writes'],
    calls: (session) => [updateClient(session.unusedIdentifier('client').toUpperCase(), emptyPatch)],
    twins: (session) => [updateClient(session.unusedIdentifier('client'), emptyPatch)],
  },
  {
    id: 'before-validation',
    title: 'a body that is no JSON',
    operation: 'updateClient',
    needs: operations.updateClient.needs,
    calls: ({ target }) => target.clients.slice(0, 1).map((id) => updateClient(id, noJson)),
  },
  {
    id: 'before-validation',
    title: 'a body that is no JSON',
    operation: 'createOrganisation',
    needs: operations.createOrganisation.needs,
    calls: () => [createOrganisation(noJson)],
  },
  {
    id: 'before-schema',
    title: 'a body that is no object',
    operation: 'updateClient',
    needs: operations.updateClient.needs,
    calls: ({ target }) => target.clients.slice(0, 1).map((id) => updateClient(id, noObject)),
    twins: operations.updateClient.calls,
  },
  {
    id: 'before-schema',
    title: 'a body that is no object',
    operation: 'createOrganisation',
    needs: operations.createOrganisation.needs,
    calls: () => [createOrganisation(noObject)],
    twins: operations.createOrganisation.calls,
  },
];

/** Credentials come before existence, ownership and validation: a request with several faults is answered 401. */
export const precedenceChecks: readonly Check[] = Object.freeze(wrongRequests.map(precedenceCheck));

function precedenceCheck(wrong: WrongRequest, place: number): Check {
  const { id, title, operation, needs, calls, twins, isAccepted = isAnswered } = wrong;
  return {
    id: `${operation}.credentials-${id}`,
    title: `${operation} is answered 401 without valid credentials, even for ${title}`,
    operation,
    requirements: requirementsOfRefusal(operation, 'credentials-401'),
    needs,
    rule: asJudged,
    probe: async function* (session) {
      await provenToken(session, 'member');
      const sent = await calls(session);
      const controls = twins === undefined ? sent : twins(session);
      for (const [index, call] of sent.entries()) {
        // The twin that differs in its credentials alone is refused too, but for another reason than them.
        const twin = controls[index] ?? call;
        const accepted = await control(session, twin, isAccepted);
        for (const forgery of wrong.isSentWithBoth ? both : inTurn(place, session.sampling)) {
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
