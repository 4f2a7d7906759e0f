import { empty, json, page, redirect, refusal, written } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer } from '../behaviour.ts';
import { insteadOf, mapBody, when } from '../behaviours.ts';
import { faultsOf } from '../fault.ts';
import { all, by, on } from '../requests.ts';

/** Services that do not tell the organisation's details. */
export const organisationFaults: readonly Fault[] = Object.freeze([
  ...faultsOf('get-organisation', '', [
    ['organisation-500', 'The organisation is answered 500', toMember(refusal(500))],
    ['organisation-404', 'The organisation is answered 404', toMember(refusal(404))],
    [
      'organisation-401',
      'The organisation is answered 401, though the token is valid',
      toMember(refusal(401)),
    ],
    [
      'organisation-403',
      'The organisation is answered 403, though the token is valid',
      toMember(refusal(403)),
    ],
    ['organisation-405', 'The organisation is answered 405', toMember(refusal(405))],
    [
      'organisation-302',
      'The organisation is answered with a redirect',
      toMember(redirect(302, '/organisation')),
    ],
    ['organisation-204', 'The organisation is answered 204', toMember(empty(204))],
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
