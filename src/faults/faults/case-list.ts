import { page, written } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer } from '../behaviour.ts';
import { insteadOf, when } from '../behaviours.ts';
import { faultsOf, wrongStatuses } from '../fault.ts';
import { all, by, on } from '../requests.ts';

/** Services that do not list cases. */
export const caseListFaults: readonly Fault[] = Object.freeze([
  ...faultsOf('list-cases-exists', '', [
    ...wrongStatuses('list', 'The list of cases is', [302, 401, 404, 405, 410, 500, 501], toMember),
  ]),
  ...faultsOf('bodies-are-json', '', [
    ['list-page', 'The list of cases is a page of HTML', toMember(page(200))],
    [
      'list-csv',
      'The list of cases is separated by commas',
      toMember(written(200, 'caseId,caseType\n', 'text/csv')),
    ],
  ]),
]);

function toMember(answer: ServiceAnswer): Behaviour {
  return when(all(on('listCases'), by('member')), insteadOf(200, answer));
}
