import type { CaseType, OperationId } from '../src/specification/description.ts';
import { stateNames } from '../src/verification/pact.ts';

/** The data that a provider must hold before an interaction. */
export interface ProviderState {
  readonly name: string;
  /** A provider that sets up exactly these need not answer with values of its own. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** The organisation has a case that shows this record, instead of any that had the identifier. */
export function caseWithRecord(record: { readonly caseId: string }): ProviderState {
  return { name: stateNames.caseWithRecord, params: { caseId: record.caseId, record } };
}

/** The organisation has a case of that type; nothing else of it matters. */
export function caseOfType(caseId: string, caseType: CaseType): ProviderState {
  return { name: stateNames.caseOfType, params: { caseId, caseType } };
}

/** No organisation has a case of that identifier. */
export function noSuchCase(caseId: string): ProviderState {
  return { name: stateNames.noSuchCase, params: { caseId } };
}

/** Another organisation than the caller's has the case. */
export function foreignCase(caseId: string): ProviderState {
  return { name: stateNames.foreignCase, params: { caseId } };
}

/** The organisation has a client with exactly this record. */
export function clientWithRecord(record: { readonly id: string }): ProviderState {
  return { name: stateNames.clientWithRecord, params: { clientId: record.id, record } };
}

/** The organisation has a client; nothing else of it matters. */
export function someClient(clientId: string): ProviderState {
  return { name: stateNames.client, params: { clientId } };
}

/** No organisation has the sub-domain. */
export function freeSubDomain(subDomain: string): ProviderState {
  return { name: stateNames.freeSubDomain, params: { subDomain } };
}

/** The caller's token is valid and of the organisation, but lacks the permission for the operation. */
export function callerWithoutPermission(operation: OperationId): ProviderState {
  return { name: stateNames.restrictedCaller, params: { operation } };
}

/** The caller's token is valid, of a user of another organisation. */
export const callerOfAnotherOrganisation: ProviderState = {
  name: stateNames.outsider,
  params: {},
};
