import { empty, page, redirect, refusal, written } from '../answers.ts';
import type { Behaviour, ServiceAnswer, Variant } from '../behaviour.ts';
import { composed, when, withHeaders } from '../behaviours.ts';
import {
  by,
  type Condition,
  header,
  identifierIn,
  invalid,
  not,
  on,
  operationsNeedingToken,
  pathOf,
  withoutHeader,
} from '../requests.ts';
import { type VariantRows, variantsOf } from '../rows.ts';

const known = on(...operationsNeedingToken, 'getInterfaceDescription');

/** Requests with a path or a method that the documents do not mention. */
const unknown: Condition = (request) => !known({ ...request, path: pathOf(request) });

export const otherWayVariants: readonly Variant[] = [
  ...variantsOf({ requirement: 'other-operations' })({
    'paths-tidied': [
      'Paths are read and authorised without a trailing slash and in any letter case',
      when(unknown, (request, reference) => reference({ ...request, path: tidied(request.path) })),
    ],
    'paths-encoded-400': [
      'A path in which a letter is encoded is answered 400 in HTML',
      when(({ path }) => /%[46][1-9a-f]|%[57][0-9a]|%3\d/i.test(path), page(400)),
    ],
    'paths-redirected': [
      'An unknown path is redirected',
      when(unknown, async ({ path }) => redirect(301, tidied(path))),
    ],
    ...unknownPaths('page', 'is answered with the page of the application', page(200)),
    ...unknownPaths('500', 'breaks the service', refusal(500)),
    'head-200': ['HEAD is answered 200 everywhere, as a load balancer asks', ofMethod('HEAD', empty(200))],
    'options-preflight': [
      'OPTIONS is answered to every web page without a token',
      composed(
        ofMethod('OPTIONS', empty(204)),
        when(
          ({ method }) => method === 'OPTIONS',
          withHeaders({
            'access-control-allow-origin': '*',
            'access-control-allow-methods': 'GET, PATCH, POST',
          }),
        ),
      ),
    ],
    'original-url': [
      'X-Original-URL leads to a public page',
      when(header('x-original-url', '/api/v2/doc'), (request, reference) =>
        reference({ ...request, path: '/api/v2/doc' }),
      ),
    ],
  }),
  ...variantsOf({ requirement: 'credentials-401' })({
    'two-headers-400': [
      'Two Authorization headers are answered 400',
      when(({ authorizations = [] }) => authorizations.length > 1, refusal(400)),
    ],
    'query-token-400': [
      'A token in the query is answered 400 (RFC 6750, section 3.1)',
      when(
        withoutHeader,
        on('getCaseData', 'getOrganisation', 'listCases', 'updateClient'),
        ({ path }) => path.includes('token='),
        refusal(400),
      ),
    ],
    'cookie-login': [
      'A request with a cookie is redirected to the login page',
      when(({ headers }) => headers.cookie !== undefined, redirect(302, '/login')),
    ],
  }),
  ...variantsOf({ requirement: 'case-data-404-absent' })({
    'identifier-firewall': [
      'A firewall answers SQL in a path with a page and 403',
      when(by('member'), (request) => decodeURIComponent(identifierIn(request)).includes("'"), page(403)),
    ],
    'identifier-414': [
      'A long path is answered 414',
      when(({ path }) => path.length > 200, written(414, '', 'text/plain')),
    ],
  }),
  ...variantsOf({ requirement: 'case-data-404-foreign' })({
    'parameters-400': [
      'An unknown parameter is answered 400',
      when(not(invalid), ({ path }) => path.includes('?'), refusal(400)),
    ],
    'foreign-restricted-403': [
      'A token without permissions is answered 403 for a case of another organisation',
      when(by('restricted', 'getCaseData'), refusal(403)),
    ],
  }),
];

function unknownPaths(id: string, words: string, answer: ServiceAnswer): VariantRows {
  return { [`paths-${id}`]: [`Every path that is not known ${words}`, when(unknown, answer)] };
}

function tidied(path: string): string {
  return path.toLowerCase().replace(/\/$/, '');
}

function ofMethod(method: string, answer: ServiceAnswer): Behaviour {
  return when((request) => request.method === method, answer);
}
