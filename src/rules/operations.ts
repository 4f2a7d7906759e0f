import {
  type Call,
  createOrganisation,
  getCaseData,
  getInterfaceDescription,
  getOrganisation,
  listCases,
  updateClient,
} from '../api/calls.ts';
import { deviates, handoverKind, handsOver, hasStatus, isJson } from '../harness/assertions.ts';
import type { Capability, Check, Judgement } from '../harness/check.ts';
import { organisationPayload } from '../harness/organisation-payload.ts';
import type { Session } from '../harness/session.ts';
import { listedCases, type Target } from '../harness/target.ts';
import { is2xx } from '../http/status.ts';
import type { OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import type { Exchange } from '../trace/exchange.ts';
import { isRefusalAsDescribed } from './refusal-bodies.ts';

/** What is known of an operation. */
interface OperationRules {
  /** What it takes, beside a token, to call it so that the token alone decides. */
  readonly needs: readonly Capability[];
  /** Such calls: one, or one for everything that is listed; at least one where the needs are met. */
  readonly calls: (session: Session) => readonly Call[];
  /** Whether it requires a token: of reading the description that can be read two ways. */
  readonly requiresToken: boolean;
  /** What it changes. Of what changes something, a restricted token usually lacks the permission. */
  readonly writes?: 'a client' | 'an organisation';
  /** The status of a success, where it is said. */
  readonly success?: 200;
  /** Whether a status shows that such a call is accepted, so that a refusal beside it says something. */
  readonly isAccepted: (status: number) => boolean;
  /** From which status on a refusal of a right call is open; where all are decided, it is missing. */
  readonly openRefusalsFrom?: 300 | 400;
  /** Of which answers it is said that their bodies are JSON. */
  readonly json: 'all' | 'of a success' | 'none';
  /** Whether it is said that a refusal has a message (interface 4.1). */
  readonly hasMessages?: true;
}

/** A change of nothing: legal, and it changes nothing, so that it harms nothing where it should have been refused. */
export const emptyPatch = '{}';

/** Every operation (interface 4), in the order in which reports show their checks of credentials. */
export const operations: Readonly<Record<OperationId, OperationRules>> = {
  getCaseData: {
    needs: ['a case'],
    calls: ({ target }) => listedCases(target).map(({ id }) => getCaseData(id)),
    requiresToken: true,
    success: 200,
    isAccepted: (status) => status === 200,
    json: 'all',
    hasMessages: true,
  },
  getOrganisation: {
    needs: [],
    calls: () => [getOrganisation()],
    requiresToken: true,
    isAccepted: is2xx,
    json: 'all',
  },
  listCases: {
    needs: [],
    calls: () => [listCases()],
    requiresToken: true,
    // Parameters and permissions are not shown, so that a deployment may refuse the plain request (interface 4.5).
    isAccepted: (status) => is2xx(status) || isOpenRefusal('listCases', status),
    openRefusalsFrom: 400,
    json: 'all',
  },
  updateClient: {
    needs: ['a client', 'writes'],
    calls: ({ target }) => target.clients.map((id) => updateClient(id, emptyPatch)),
    requiresToken: true,
    writes: 'a client',
    success: 200,
    isAccepted: is2xx,
    // How changes are refused is open beyond the status of credentials (interface 7).
    openRefusalsFrom: 300,
    json: 'of a success',
  },
  createOrganisation: {
    needs: ['creations'],
    calls: (session) => [createOrganisation(JSON.stringify(organisationPayload(session, 'token')))],
    requiresToken: true,
    writes: 'an organisation',
    isAccepted: is2xx,
    openRefusalsFrom: 300,
    json: 'none',
  },
  getInterfaceDescription: {
    needs: [],
    calls: () => [getInterfaceDescription()],
    requiresToken: false,
    isAccepted: is2xx,
    json: 'none',
  },
};

/** The operations that require a token (interface 5). */
export const guardedOperations = (Object.keys(operations) as OperationId[]).filter(
  (operation) => operations[operation].requiresToken,
);

/** Whether a check sends changes of clients, be they of nothing or such as must be refused. */
export function sendsChanges({ operation }: Pick<Check, 'operation'>): boolean {
  return operations[operation].writes === 'a client';
}

/** Whether the restricted token is to be refused the operation: as the configuration says, else as is usual. */
export function isRestricted({ restrictedOperations }: Target, operation: OperationId): boolean {
  return restrictedOperations?.length
    ? restrictedOperations.includes(operation)
    : operations[operation].writes !== undefined;
}

/** What to do where a token with few permissions is shown nothing by an operation that it may use, as far as is configured. */
export function notPermitted(operation: OperationId): string {
  return `tokens.restricted is shown nothing by ${operation}. Give it the permission, or list ${operation} in restrictedOperations where it has none.`;
}

/** Whether a refusal of a right call is for the deployment to choose. */
export function isOpenRefusal(operation: OperationId, status: number): boolean {
  const { openRefusalsFrom = Number.POSITIVE_INFINITY } = operations[operation];
  return status >= openRefusalsFrom && status <= 499 && !decidedRefusals.includes(status);
}

/** That the token is not valid, and that there is no such operation: neither may be chosen freely. */
const decidedRefusals: readonly number[] = [401, 404, 405, 410];

/** The rows that a refusal of the operation is judged by, that of its status first. */
export function requirementsOfRefusal(operation: OperationId, status: string): string[] {
  const { hasMessages, json } = operations[operation];
  if (hasMessages === true) return [status, 'error-message'];
  return json === 'all' ? [status, 'bodies-are-json'] : [status];
}

/**
 * The judgements of an answer that must be a refusal with that status.
 * @param accepted - the answer of its control, where that is an acceptance
 */
export function* refuses(
  specification: Specification,
  reply: Exchange,
  status: number,
  requirement: string,
  accepted?: Exchange,
): Iterable<Judgement> {
  yield hasStatus(reply, status, requirement);
  if (reply.status !== status) return;
  const { hasMessages, json } = operations[reply.call.operation];
  if (hasMessages === true) yield* isRefusalAsDescribed(specification, reply);
  else if (json === 'all') yield isJson(reply);
  if (handsOver(reply, accepted)) {
    const words = 'The body must be a refusal alone, but holds what is refused';
    yield deviates(reply, requirement, words, '', handoverKind(reply));
  }
}
