import { page, redirect, refusal, written } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer } from '../behaviour.ts';
import { insteadOf, when } from '../behaviours.ts';
import { faultsOf } from '../fault.ts';
import { all, by, on } from '../requests.ts';

/** Services that do not list cases. */
export const caseListFaults: readonly Fault[] = Object.freeze([
  ...faultsOf('list-cases-exists', '', [
    ['list-404', 'The list of cases is answered 404', toMember(refusal(404))],
    ['list-405', 'The list of cases is answered 405', toMember(refusal(405))],
    ['list-410', 'The list of cases is answered 410', toMember(refusal(410))],
    ['list-500', 'The list of cases is answered 500', toMember(refusal(500))],
    ['list-501', 'The list of cases is answered 501', toMember(refusal(501))],
    ['list-401', 'The list of cases is answered 401, though the token is valid', toMember(refusal(401))],
    ['list-302', 'The list of cases is answered with a redirect', toMember(redirect(302, '/cases'))],
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
