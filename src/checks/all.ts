import { authenticationChecks } from './authentication.ts';
import { caseDataChecks } from './case-data.ts';
import type { Check } from './check.ts';
import { interfaceDescriptionChecks } from './interface-description.ts';
import { listCasesChecks } from './list-cases.ts';
import { organisationChecks } from './organisation.ts';

/** Every check, in the order in which a report shows them. */
export const allChecks: readonly Check[] = Object.freeze(
  [
    ...organisationChecks,
    ...authenticationChecks,
    ...caseDataChecks,
    ...listCasesChecks,
    ...interfaceDescriptionChecks,
  ].map((check) => Object.freeze(check)),
);
