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
import type { Asked, Session } from '../harness/session.ts';
import { listedCases, type Target } from '../harness/target.ts';
import { is2xx } from '../http/status.ts';
import type { OperationId } from '../specification/description.ts';

interface OperationRules {
  /** The capabilities, in addition to a token, for a call whose outcome depends only on the token. */
  readonly needs: readonly Capability[];
  /** Such calls: one, or one for each listed item; at least one if the needs are met. */
  readonly calls: (session: Session) => readonly Call[];
  /** Whether it requires a token. For reading the description, the documents can be read two ways. */
  readonly requiresToken: boolean;
  /** The kind of data that it changes. A restricted token usually lacks the permission for such operations. */
  readonly writes?: 'a client' | 'an organisation';
  /** The status of a success, if the documents state it. */
  readonly success?: 200;
  /**
   * Whether a status shows that the call is accepted. Only then does the refusal of its counterpart prove something.
   */
  readonly isAccepted: (status: number) => boolean;
  /** The first status from which the refusal of a valid call is open; missing if every refusal is described. */
  readonly openRefusalsFrom?: 300 | 400;
  /** The answers whose bodies must be JSON according to the documents. */
  readonly json: 'all' | 'of a success' | 'none';
  /** Whether a refusal must have a message (interface 4.1). */
  readonly hasMessages?: true;
}

/** An empty change. It is legal and has no effect, so it is harmless if a target wrongly accepts it. */
export const emptyPatch = '{}';

/** Every operation (interface 4), in the order in which reports show its credential checks. */
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
    // The documents do not state parameters and permissions, so a deployment may refuse the plain request (interface
    // 4.5).
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
    // Apart from the status for bad credentials, it is open how changes are refused (interface 7).
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

export const guardedOperations = (Object.keys(operations) as OperationId[]).filter(
  (operation) => operations[operation].requiresToken,
);

/**
 * The call to send with credentials that must be refused. A creation gets names of its own: the accepted one has taken
 * the usual ones, so a service that lets these credentials in could still refuse it for its names. It keeps the members
 * of the call.
 * @param place - its place among equal requests
 */
export function callToRefuse(session: Session, call: Call, { credentials, place = 0 }: Refusing): Call {
  if (call.operation !== 'createOrganisation') return call;
  const caller = typeof credentials === 'string' ? credentials : credentials.id;
  const label = session.unusedIdentifier(`creation by ${caller} ${place}`).slice(0, 8);
  const members = Object.keys(JSON.parse(call.body ?? '{}'));
  const payload = Object.entries(organisationPayload(session, label));
  return createOrganisation(
    JSON.stringify(Object.fromEntries(payload.filter(([name]) => members.includes(name)))),
  );
}

interface Refusing extends Pick<Asked, 'credentials'> {
  readonly place?: number;
}

/** Whether a check sends changes of clients, including empty ones and ones that must be refused. */
export function sendsChanges({ operation }: Pick<Check, 'operation'>): boolean {
  return operations[operation].writes === 'a client';
}

/**
 * Whether the restricted token must be refused this operation: by the configuration, or else because the operation
 * writes.
 */
export function isRestricted({ restrictedOperations }: Target, operation: OperationId): boolean {
  return restrictedOperations?.length
    ? restrictedOperations.includes(operation)
    : operations[operation].writes !== undefined;
}

/**
 * The remedy if an operation shows nothing to a token with few permissions, although the configuration does not
 * restrict it.
 */
export function notPermitted(operation: OperationId): string {
  return `tokens.restricted is shown nothing by ${operation}. Give it the permission, or list ${operation} in restrictedOperations where it has none.`;
}

/** Whether a deployment may choose to refuse a valid call with this status. */
export function isOpenRefusal(operation: OperationId, status: number): boolean {
  const { openRefusalsFrom = Number.POSITIVE_INFINITY } = operations[operation];
  return status >= openRefusalsFrom && status <= 499 && !decidedRefusals.includes(status);
}

/** Invalid token, or no such operation: a deployment may not choose these. */
const decidedRefusals: readonly number[] = [401, 404, 405, 410];

/** The rows for judging a refusal of the operation; the row of its status comes first. */
export function requirementsOfRefusal(operation: OperationId, status: string): [string, ...string[]] {
  const { hasMessages, json } = operations[operation];
  if (hasMessages === true) return [status, 'error-message'];
  return json === 'all' ? [status, 'bodies-are-json'] : [status];
}
