import {
  type Call,
  createOrganisation,
  getCaseData,
  getOrganisation,
  listCases,
  updateClient,
} from '../api/calls.ts';
import { existsWith } from '../checks/list-cases.ts';
import { deviates, handsOver, hasMessage, hasStatus, isJson, isSuccess } from '../harness/assertions.ts';
import type { Capability } from '../harness/capabilities.ts';
import type { Judgement } from '../harness/check.ts';
import { organisationPayload } from '../harness/organisation-payload.ts';
import type { Reply, Session } from '../harness/session.ts';
import { listedCases } from '../harness/target.ts';
import type { OperationId } from '../specification/description.ts';

/** An operation that requires a token, and how to call it so that the token alone decides. */
export interface Guarded {
  readonly operation: OperationId;
  /** What a call needs beside a token. */
  readonly needs: readonly Capability[];
  /** One call, or one for everything that is listed; at least one where the needs are met. */
  readonly calls: (session: Session) => readonly Call[];
  /** What the operation answers when the token is valid. */
  readonly isAccepted: (reply: Reply) => boolean;
  /** What is decided of a refusal's body. */
  readonly judgeBody: (reply: Reply) => Judgement[];
}

/** An empty change: legal, and it changes nothing, so that it harms nothing where it should have been refused. */
export const emptyPatch = '{}';

/** Reading the listed cases. */
export const caseData: Guarded = {
  operation: 'getCaseData',
  needs: ['a case'],
  calls: ({ target }) => listedCases(target).map(({ id }) => getCaseData(id)),
  isAccepted: ({ status }) => status === 200,
  judgeBody: (reply) => [hasMessage(reply)],
};

const organisation: Guarded = {
  operation: 'getOrganisation',
  needs: [],
  calls: () => [getOrganisation()],
  isAccepted: isSuccess,
  judgeBody: (reply) => [isJson(reply)],
};

const caseList: Guarded = {
  operation: 'listCases',
  needs: [],
  calls: () => [listCases()],
  isAccepted: existsWith,
  judgeBody: (reply) => [isJson(reply)],
};

/** Changing nothing of the listed clients. */
export const client: Guarded = {
  operation: 'updateClient',
  needs: ['a client', 'writes'],
  calls: ({ target }) => target.clients.map((id) => updateClient(id, emptyPatch)),
  isAccepted: isSuccess,
  judgeBody: () => [],
};

/** Creating an organisation whose name is recognisable. */
export const creation: Guarded = {
  operation: 'createOrganisation',
  needs: ['creations'],
  calls: (session) => [createOrganisation(JSON.stringify(organisationPayload(session, 'token')))],
  isAccepted: isSuccess,
  judgeBody: () => [],
};

/** Every operation that requires a token (interface 4). */
export const guardedOperations: readonly Guarded[] = [caseData, organisation, caseList, client, creation];

/** The rows that a refusal of the operation is judged by, that of its status first. */
export function requirementsOf({ operation }: Guarded, status: string): string[] {
  if (operation === 'getCaseData') return [status, 'error-message'];
  // How changes and creations refuse is open beyond the status (interface 7).
  return operation === 'getOrganisation' || operation === 'listCases'
    ? [status, 'bodies-are-json']
    : [status];
}

/**
 * The judgements of an answer that must be a refusal with that status.
 * @param accepted - the answer of its control, where that is an acceptance
 */
export function* refuses(
  reply: Reply,
  status: number,
  requirement: string,
  { judgeBody }: Guarded,
  accepted?: Reply,
): Iterable<Judgement> {
  yield hasStatus(reply, status, requirement);
  if (reply.status !== status) return;
  yield* judgeBody(reply);
  if (handsOver(reply, accepted)) {
    yield deviates(reply, requirement, 'The body must be a refusal alone, but holds what is refused');
  }
}
