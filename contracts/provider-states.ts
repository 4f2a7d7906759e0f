import type { CaseType, OperationId } from '../src/specification/description.ts';
import { stateNames } from '../src/verification/pact.ts';

/** The data that a provider must have before an interaction. */
export interface ProviderState {
  readonly name: string;
  /** The values to set up. A provider that sets up other values must return them from its state endpoint. */
  readonly params: Readonly<Record<string, unknown>>;
}

export function caseWithRecord(record: { readonly caseId: string }): ProviderState {
  return { name: stateNames.caseWithRecord, params: { caseId: record.caseId, record } };
}

export function caseOfType(caseId: string, caseType: CaseType): ProviderState {
  return { name: stateNames.caseOfType, params: { caseId, caseType } };
}

export function noSuchCase(caseId: string): ProviderState {
  return { name: stateNames.noSuchCase, params: { caseId } };
}

export function foreignCase(caseId: string): ProviderState {
  return { name: stateNames.foreignCase, params: { caseId } };
}

export function clientWithRecord(record: { readonly id: string }): ProviderState {
  return { name: stateNames.clientWithRecord, params: { clientId: record.id, record } };
}

export function someClient(clientId: string): ProviderState {
  return { name: stateNames.client, params: { clientId } };
}

export function freeSubDomain(subDomain: string): ProviderState {
  return { name: stateNames.freeSubDomain, params: { subDomain } };
}

export function callerWithoutPermission(operation: OperationId): ProviderState {
  return { name: stateNames.restrictedCaller, params: { operation } };
}

export const callerOfAnotherOrganisation: ProviderState = {
  name: stateNames.outsider,
  params: {},
};
