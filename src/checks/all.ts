import type { Check } from '../harness/check.ts';
import type { OperationId } from '../specification/description.ts';
import type { Specification } from '../specification/specification.ts';
import { againChecks } from './again.ts';
import { createOrganisationChecks } from './create-organisation.ts';
import { getCaseDataChecks } from './get-case-data.ts';
import { getInterfaceDescriptionChecks } from './get-interface-description.ts';
import { getOrganisationChecks } from './get-organisation.ts';
import { listCasesChecks } from './list-cases.ts';
import { refusalChecks } from './refusals.ts';
import { standardsChecks } from './standards.ts';
import { updateClientChecks } from './update-client.ts';

/** The checks of each operation, of refusals, and of public standards, in the order in which a report shows them. */
const makers: Readonly<
  Record<OperationId | 'refusals' | 'again' | 'standards', (specification: Specification) => readonly Check[]>
> = {
  getOrganisation: () => getOrganisationChecks,
  refusals: () => refusalChecks,
  getCaseData: getCaseDataChecks,
  listCases: () => listCasesChecks,
  updateClient: updateClientChecks,
  createOrganisation: () => createOrganisationChecks,
  getInterfaceDescription: getInterfaceDescriptionChecks,
  again: () => againChecks,
  standards: () => standardsChecks,
};

/** Every check that a target can be put to, in the order in which a report shows them. */
export function checksOf(specification: Specification): readonly Check[] {
  return specification.derive(allChecks);
}

function allChecks(specification: Specification): readonly Check[] {
  const checks = Object.values(makers).flatMap((checksFrom) =>
    checksFrom(specification).filter(({ operation }) => specification.describes(operation)),
  );
  return Object.freeze(checks.map((check) => Object.freeze(check)));
}
