import type { Check } from '../harness/check.ts';
import { authenticationChecks } from './authentication.ts';
import { createOrganisationChecks } from './create-organisation.ts';
import { caseDataChecks } from './get-case-data.ts';
import { interfaceDescriptionChecks } from './get-interface-description.ts';
import { organisationChecks } from './get-organisation.ts';
import { listCasesChecks } from './list-cases.ts';
import { updateClientChecks } from './update-client.ts';

/** Every check, in the order in which a report shows them. */
export const allChecks: readonly Check[] = Object.freeze(
  [
    ...organisationChecks,
    ...authenticationChecks,
    ...caseDataChecks,
    ...listCasesChecks,
    ...updateClientChecks,
    ...createOrganisationChecks,
    ...interfaceDescriptionChecks,
  ].map((check) => Object.freeze(check)),
);
