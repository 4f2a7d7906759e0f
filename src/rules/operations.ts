import {
  type Call,
  createOrganisation,
  getCaseData,
  getInterfaceDescription,
  getOrganisation,
  listCases,
  updateClient,
} from '../api/calls.ts';
import type { Capability, Check } from '../harness/check.ts';
import { organisationPayload } from '../harness/organisation-payload.ts';
import type { Credentials, Session } from '../harness/session.ts';
import { listedCases, type Target } from '../harness/target.ts';
import { is2xx } from '../http/status.ts';
import type { OperationId } from '../specification/description.ts';

interface OperationRules {
  readonly needs: readonly Capability[];
  /** Valid calls whose outcome depends only on the token. Not empty if the needs are met. */
  readonly calls: (session: Session) => readonly Call[];
  /**
   * Whether the operation requires a token. The documents are ambiguous about the description, so it counts
   * as not requiring one.
   */
  readonly requiresToken: boolean;
  readonly writes?: 'a client' | 'an organisation';
  readonly success?: 200;
  /**
   * Whether a status shows that the call was accepted. Only then does a refusal of the same call with other
   * credentials prove anything.
   */
  readonly isAccepted: (status: number) => boolean;
  /**
   * From this status on, the documents allow a deployment to refuse a valid call. Not set if they describe
   * every refusal.
   */
  readonly allowedRefusalsFrom?: 300 | 400;
  /** The form of the body of a refusal. Not set if the documents leave it open. */
  readonly refusalBody?: 'message' | 'json';
}

/** The body of an empty PATCH. It is valid and has no effect, so a target that wrongly accepts it does no harm. */
export const emptyPatch = '{}';

export const operations: Readonly<Record<OperationId, OperationRules>> = {
  getCaseData: {
    needs: ['a case'],
    calls: ({ target }) => listedCases(target).map(({ id }) => getCaseData(id)),
    requiresToken: true,
    success: 200,
    isAccepted: (status) => status === 200,
    refusalBody: 'message',
  },
  getOrganisation: {
    needs: [],
    calls: () => [getOrganisation()],
    requiresToken: true,
    isAccepted: is2xx,
    refusalBody: 'json',
  },
  listCases: {
    needs: [],
    calls: () => [listCases()],
    requiresToken: true,
    // The documents state neither parameters nor permissions, so a deployment may refuse the plain request
    // (interface 4.5).
    isAccepted: (status) => is2xx(status) || isAllowedRefusal('listCases', status),
    allowedRefusalsFrom: 400,
    refusalBody: 'json',
  },
  updateClient: {
    needs: ['a client', 'writes'],
    calls: ({ target }) => target.clients.map((id) => updateClient(id, emptyPatch)),
    requiresToken: true,
    writes: 'a client',
    success: 200,
    isAccepted: is2xx,
    // The documents only fix the status for invalid credentials; other refusals of a change are open (interface 7).
    allowedRefusalsFrom: 300,
  },
  createOrganisation: {
    needs: ['creations'],
    calls: (session) => [createOrganisation(JSON.stringify(organisationPayload(session, 'token')))],
    requiresToken: true,
    writes: 'an organisation',
    isAccepted: is2xx,
    allowedRefusalsFrom: 300,
  },
  getInterfaceDescription: {
    needs: [],
    calls: () => [getInterfaceDescription()],
    requiresToken: false,
    isAccepted: is2xx,
  },
};

export const guardedOperations = (Object.keys(operations) as OperationId[]).filter(
  (operation) => operations[operation].requiresToken,
);

/**
 * A creation that must be refused gets a new name and sub-domain. Those of the accepted creation are taken, which would
 * be another reason to refuse.
 */
export function callToRefuse(session: Session, call: Call, credentials: Credentials, place = 0): Call {
  if (call.operation !== 'createOrganisation') return call;
  const caller = typeof credentials === 'string' ? credentials : credentials.id;
  const label = session.unusedIdentifier(`creation by ${caller} ${place}`).slice(0, 8);
  const members = Object.keys(JSON.parse(call.body ?? '{}'));
  const payload = Object.entries(organisationPayload(session, label));
  const body = JSON.stringify(Object.fromEntries(payload.filter(([name]) => members.includes(name))));
  return { ...call, body };
}

/** Whether the check sends changes of clients. Empty changes, and changes that must be refused, count too. */
export function sendsChanges({ operation }: Pick<Check, 'operation'>): boolean {
  return operations[operation].writes === 'a client';
}

/** Without `restrictedOperations`, operations that write count as restricted. */
export function isRestricted({ restrictedOperations }: Target, operation: OperationId): boolean {
  return restrictedOperations?.length
    ? restrictedOperations.includes(operation)
    : operations[operation].writes !== undefined;
}

export function notPermitted(operation: OperationId): string {
  return `tokens.restricted is shown nothing by ${operation}. Give it the permission, or list ${operation} in restrictedOperations where it has none.`;
}

export function isAllowedRefusal(operation: OperationId, status: number): boolean {
  const { allowedRefusalsFrom = Number.POSITIVE_INFINITY } = operations[operation];
  return status >= allowedRefusalsFrom && status <= 499 && !neverAllowedRefusals.includes(status);
}

/** Statuses that mean an invalid token or a missing operation. */
const neverAllowedRefusals: readonly number[] = [401, 404, 405, 410];

const requirementsOfBodies = { message: 'error-message', json: 'bodies-are-json' } as const;

export function requirementsOfRefusal(operation: OperationId, status: string): [string, ...string[]] {
  const { refusalBody } = operations[operation];
  return refusalBody === undefined ? [status] : [status, requirementsOfBodies[refusalBody]];
}
