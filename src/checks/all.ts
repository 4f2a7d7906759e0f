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
  const rows = new Set([...specification.requirements.map(({ id }) => id), ...specification.inapplicable]);
  for (const { id, requirements } of checks) {
    const unknown = requirements.find((row) => !rows.has(row));
    if (unknown !== undefined)
      throw new Error(`The check ${id} cites '${unknown}', which the requirement register does not have.`);
  }
  const described = checks.filter(({ operation }) => specification.describes(operation));
  return Object.freeze(described.map((check) => Object.freeze(check)));
}
