import { empty, json, page, written } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer } from '../behaviour.ts';
import { insteadOf, mapBody, when } from '../behaviours.ts';
import { faultsOf, wrongStatuses } from '../fault.ts';
import { all, by, on } from '../requests.ts';

/** Services that do not tell the organisation's details. */
export const organisationFaults: readonly Fault[] = Object.freeze([
  ...faultsOf('get-organisation', '', [
    ...wrongStatuses('organisation', 'The organisation is', [204, 302, 401, 403, 404, 405, 500], toMember),
    ['organisation-word', 'The organisation is answered with a word', toMember(json(200, 'ok'))],
    ['organisation-empty', 'The organisation is answered 200 without a body', toMember(empty(200))],
  ]),
  ...faultsOf('bodies-are-json', '', [
    ['organisation-page', 'The organisation is answered with a page of HTML', toMember(page(200))],
    ['organisation-text', 'The organisation is answered OK', toMember(written(200, 'OK', 'text/plain'))],
    [
      'organisation-cut',
      "The organisation's details break off before their end",
      when(
        on('getOrganisation'),
        mapBody(200, (body) => body.slice(0, 40)),
      ),
    ],
  ]),
]);

function toMember(answer: ServiceAnswer): Behaviour {
  return when(all(on('getOrganisation'), by('member')), insteadOf(200, answer));
}
