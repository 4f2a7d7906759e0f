import type { Check } from '../harness/check.ts';
import type { Specification } from '../specification/specification.ts';
import { createOrganisationChecks } from './create-organisation.ts';
import { getCaseDataChecks } from './get-case-data.ts';
import { getInterfaceDescriptionChecks } from './get-interface-description.ts';
import { getOrganisationChecks } from './get-organisation.ts';
import { listCasesChecks } from './list-cases.ts';
import { refusalChecks } from './refusals.ts';
import { repetitionChecks } from './repetition.ts';
import { standardsChecks } from './standards.ts';
import { updateClientChecks } from './update-client.ts';

/** In the order of the report. */
export function checksOf(specification: Specification): readonly Check[] {
  return specification.derive(allChecks);
}

function allChecks(specification: Specification): readonly Check[] {
  const checks = [
    ...getOrganisationChecks,
    ...refusalChecks,
    ...getCaseDataChecks(specification),
    ...listCasesChecks,
    ...updateClientChecks(specification),
    ...createOrganisationChecks,
    ...getInterfaceDescriptionChecks(specification),
    ...repetitionChecks,
    ...standardsChecks,
  ];
  // Throws an error if the register does not have the requirement.
  for (const row of checks.flatMap(({ requirements }) => requirements)) specification.requirementNamed(row);
  const described = checks.filter(({ operation }) => specification.describes(operation));
  return Object.freeze(described.map((check) => Object.freeze(check)));
}
