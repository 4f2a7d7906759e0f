import type { CaseType, OperationId } from '../src/specification/description.ts';
import { stateNames } from '../src/verification/pact.ts';

/** The data that a provider must hold before an interaction. */
export interface ProviderState {
  readonly name: string;
  /** The values to set up. A provider that sets up others must return them from its state endpoint. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** The organisation has a case with exactly this record. Any earlier case with the identifier is replaced. */
export function caseWithRecord(record: { readonly caseId: string }): ProviderState {
  return { name: stateNames.caseWithRecord, params: { caseId: record.caseId, record } };
}

/** The organisation has a case of this type with any data. */
export function caseOfType(caseId: string, caseType: CaseType): ProviderState {
  return { name: stateNames.caseOfType, params: { caseId, caseType } };
}

/** No organisation has a case with this identifier. */
export function noSuchCase(caseId: string): ProviderState {
  return { name: stateNames.noSuchCase, params: { caseId } };
}

/** The case belongs to an organisation other than the caller's. */
export function foreignCase(caseId: string): ProviderState {
  return { name: stateNames.foreignCase, params: { caseId } };
}

/** The organisation has a client with exactly this record. */
export function clientWithRecord(record: { readonly id: string }): ProviderState {
  return { name: stateNames.clientWithRecord, params: { clientId: record.id, record } };
}

/** The organisation has a client with this identifier and any data. */
export function someClient(clientId: string): ProviderState {
  return { name: stateNames.client, params: { clientId } };
}

/** No organisation has the sub-domain. */
export function freeSubDomain(subDomain: string): ProviderState {
  return { name: stateNames.freeSubDomain, params: { subDomain } };
}

/** The caller's token is valid and belongs to the organisation, but lacks permission for the operation. */
export function callerWithoutPermission(operation: OperationId): ProviderState {
  return { name: stateNames.restrictedCaller, params: { operation } };
}

/** The caller's token is valid, but belongs to a user of another organisation. */
export const callerOfAnotherOrganisation: ProviderState = {
  name: stateNames.outsider,
  params: {},
};
