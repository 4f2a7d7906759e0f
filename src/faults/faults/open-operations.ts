import { empty, json, page, written } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer } from '../behaviour.ts';
import { insteadOf, mapBody, when } from '../behaviours.ts';
import { faultsOf, wrongStatuses } from '../fault.ts';
import { all, by, on } from '../requests.ts';

/** Services that do not show the organisation's details, or do not list cases. The contents are open. */
export const openOperationFaults: readonly Fault[] = Object.freeze([
  ...faultsOf('get-organisation', '', [
    ...wrongStatuses(
      'organisation',
      'The organisation is',
      [204, 302, 401, 403, 404, 405, 500],
      organisation,
    ),
    ['organisation-word', 'The organisation is answered with a word', organisation(json(200, 'ok'))],
    ['organisation-empty', 'The organisation is answered 200 without a body', organisation(empty(200))],
  ]),
  ...faultsOf(
    'list-cases-exists',
    '',
    wrongStatuses('list', 'The list of cases is', [302, 401, 404, 405, 410, 500, 501], list),
  ),
  ...faultsOf('bodies-are-json', '', [
    ['organisation-page', 'The organisation is answered with a page of HTML', organisation(page(200))],
    ['organisation-text', 'The organisation is answered OK', organisation(written(200, 'OK', 'text/plain'))],
    [
      'organisation-cut',
      "The organisation's details break off before their end",
      when(
        on('getOrganisation'),
        mapBody(200, (body) => body.slice(0, 40)),
      ),
    ],
    ['list-page', 'The list of cases is a page of HTML', list(page(200))],
    [
      'list-csv',
      'The list of cases is separated by commas',
      list(written(200, 'caseId,caseType\n', 'text/csv')),
    ],
  ]),
]);

function organisation(answer: ServiceAnswer): Behaviour {
  return when(all(on('getOrganisation'), by('member')), insteadOf(200, answer));
}

function list(answer: ServiceAnswer): Behaviour {
  return when(all(on('listCases'), by('member')), insteadOf(200, answer));
}
