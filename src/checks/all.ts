import { authenticationChecks } from './authentication.ts';
import { caseDataChecks } from './case-data.ts';
import type { Check } from './check.ts';
import { createOrganisationChecks } from './create-organisation.ts';
import { interfaceDescriptionChecks } from './interface-description.ts';
import { listCasesChecks } from './list-cases.ts';
import { organisationChecks } from './organisation.ts';
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
