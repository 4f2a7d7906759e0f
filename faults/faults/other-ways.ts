import type { OperationId } from '../../src/specification/description.ts';
import { json, redirect, refusal } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer, ServiceRequest } from '../behaviour.ts';
import { asMember, composed, when, withHeaders } from '../behaviours.ts';
import { caseNamed, knownCases, recordNamed, tokenNamed } from '../demo.ts';
import {
  all,
  by,
  type Condition,
  forForeignCase,
  guarded,
  header,
  identifierIn,
  inCapitals,
  invalid,
  not,
  objectIn,
  on,
  operationsNeedingToken,
  parameter,
  pathOf,
  withoutHeader,
} from '../requests.ts';
import { byId, type Entry, type FaultRows, faultsOf, kebab } from '../rows.ts';

const token = tokenNamed('member');
const foreignWithoutHyphens = caseNamed('foreign-sale').replaceAll('-', '');

/** Faults: a token, or a claim of identity, is accepted outside the Authorization header. */
const fromElsewhere: FaultRows = {
  'create-organisation-token-in-access-token': [
    'createOrganisation takes a token from the query as access_token',
    lettingIn(['createOrganisation'], parameter('access_token', token)),
  ],
  'token-in-cookie': [
    'Every operation takes a token from a cookie',
    lettingIn(operationsNeedingToken, ({ headers }) => headers.cookie?.includes(`token=${token}`) === true),
  ],
  'cookie-of-answer': [
    'An answer sets a cookie that every operation takes instead of a token',
    composed(
      when(by('member'), withHeaders({ 'set-cookie': 'session=s4mpl3; HttpOnly' })),
      lettingIn(operationsNeedingToken, ({ headers }) => headers.cookie?.includes('session=s4mpl3') === true),
    ),
  ],
  'token-in-body': [
    'A change takes a token from the member access_token of its body',
    lettingIn(['updateClient'], (request) => objectIn(request).access_token === token),
    { unseenBy: 'verify and restore' },
  ],
  'vouched-by-forwarded-for': [
    'The list of cases needs no token if X-Forwarded-For names the local machine',
    lettingIn(['listCases'], header('x-forwarded-for', '127.0.0.1')),
  ],
  'vouched-by-original-url': [
    'Requests without a token are accepted if X-Original-URL names the description',
    when(withoutHeader, header('x-original-url', '/api/v2/doc'), asMember),
  ],
  'description-rewritten-to-case': [
    'A request for the description needs no token, and X-Original-URL makes it one for a case',
    async (request, reference) => {
      const path = request.headers['x-original-url'] ?? '';
      const asRead = { ...request, path };
      const matches = pathOf(request) === '/api/v2/doc' && on('getCaseData')(asRead);
      return matches ? asMember(asRead, reference) : reference(request);
    },
  ],
};

/**
 * Spellings of a path that the router accepts for every operation, but that the guard of one operation does not
 * recognise.
 */
const spellings: readonly Entry<[read: (path: string) => string, operation: OperationId]>[] = [
  ['slash', 'has a slash at its end', (path) => path.replace(/\/$/, ''), 'getOrganisation'],
  ['slash', 'has a slash at its end', (path) => path.replace(/\/$/, ''), 'createOrganisation'],
  ['capitals', 'is in capitals', (path) => path.toLowerCase(), 'listCases'],
  ['dot-segments', 'has a way back', withoutDotSegments, 'updateClient'],
  ['doubled-slash', 'has a doubled slash', (path) => path.replaceAll(/\/{2,}/g, '/'), 'getCaseData'],
  ['encoding', 'has an encoded letter', decodedLetters, 'getCaseData'],
  ['old-version', 'is of version 1', (path) => path.replace('/api/v1/', '/api/v2/'), 'getCaseData'],
];

const fromOtherPaths: FaultRows = {
  ...byId(
    spellings.map(([id, words, read, operation]) => [
      `${kebab(operation)}-by-${id}`,
      `${operation} needs no token if its path ${words}`,
      routed(read, operation, withoutHeader),
    ]),
  ),

  // The guard's pattern matches only identifiers in lower case.
  ...byId(
    (['getCaseData', 'updateClient'] as const).map((operation) => [
      `${kebab(operation)}-by-identifier-in-capitals`,
      `${operation} needs no token if the identifier is in upper case`,
      when(on(operation), inCapitals, invalid, asMember),
    ]),
  ),
};

/** Faults: a path or header gives access to another organisation. */
const pastTenancy: FaultRows = {
  'outsider-reads-by-encoding': [
    'A user of another organisation can read a case if a letter of its identifier is encoded',
    routed(decodedLetters, 'getCaseData', by('outsider')),
  ],
  'outsider-reads-by-suffix': [
    'A user of another organisation can read a case if the path ends with .json',
    routed((path) => path.replace(/\.json$/, ''), 'getCaseData', by('outsider')),
  ],
  'outsider-finds-by-head': [
    'HEAD shows a user of another organisation whether a case exists',
    asGet('HEAD', by('outsider')),
  ],
  'outsider-reads-by-tenant-header': [
    'A user of another organisation can read a case if X-Tenant names its organisation',
    when(by('outsider', 'getCaseData'), header('x-tenant', 'demo'), asMember),
  ],
  'outsider-changes-without-hyphens': [
    'A user of another organisation can change a client if its identifier has no hyphens',
    routed(
      (path) => path.replace(/(?<=clients\/)(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
      'updateClient',
      by('outsider'),
    ),
    { unseenBy: 'verify and restore' },
  ],
};

const withOtherHeaders: FaultRows = {
  'case-by-range': [
    'A range of a case needs no token',
    when(on('getCaseData'), withoutHeader, header('range', 'bytes=0-'), asMember),
  ],
  'redirected-if-no-json': [
    'A caller without valid credentials who does not ask for JSON is redirected to a page',
    when(guarded, invalid, header('accept', '*/*'), redirect(302, '/login')),
  ],
  'change-media-type-first': [
    'A change without credentials is answered 415 if its media type is wrong',
    when(on('updateClient'), invalid, header('content-type', 'text/plain'), refusal(415)),
  ],
  'organisation-by-options-override': [
    'The organisation needs no token if a method override header names OPTIONS',
    lettingIn(['getOrganisation'], header('x-http-method-override', 'OPTIONS')),
  ],
};

const fromOtherMethods: FaultRows = {
  'case-by-head': ['HEAD shows without a token whether a case exists', asGet('HEAD')],
  'case-by-options': ['OPTIONS shows a case without a token', asGet('OPTIONS')],
  'case-by-post': [
    'POST shows a case without a token',
    asGet('POST', withoutHeader),
    { unseenBy: 'verify and restore' },
  ],
  'client-by-get': ['GET shows a client without a token', asEmptyChange('GET', () => true)],
  'client-by-put': ['PUT shows a client without a token', asEmptyChange('PUT', withoutHeader)],
  'client-by-override': [
    'POST with PATCH in a method override header needs no token',
    asEmptyChange('POST', all(withoutHeader, header('x-http-method-override', 'PATCH'))),
  ],
};

/** Faults: a wrong identifier finds a case or causes a server error. */
const byWrongIdentifiers: FaultRows = {
  'identifier-sql': ['An SQL condition in an identifier finds a case', finding((id) => / or .*=/i.test(id))],
  'identifier-prefix': [
    'The beginning of an identifier finds a case',
    finding((id) => id.length >= 8 && knownCases.some((known) => known.startsWith(id))),
  ],
  'identifier-control': [
    'Control characters in an identifier are answered 500',
    byWrong((id) => [...id].some((one) => one < ' ' || one === '\u007f'), refusal(500)),
  ],
  'identifier-blank': [
    'A blank for an identifier is answered 500',
    byWrong((id) => id === ' ', refusal(500)),
  ],
  'identifier-long': ['A long identifier is answered 500', byWrong((id) => id.length > 500, refusal(500))],
};

export const otherWayFaults: readonly Fault[] = [
  ...faultsOf({ requirement: 'credentials-401', unseenBy: 'verify' })({
    ...fromElsewhere,
    ...fromOtherPaths,
    ...withOtherHeaders,
    ...fromOtherMethods,
  }),
  ...faultsOf({ requirement: 'case-data-404-absent', unseenBy: 'verify' })(byWrongIdentifiers),
  ...faultsOf({ requirement: 'case-data-404-foreign', unseenBy: 'verify' })({
    'foreign-by-tenant-header': [
      'X-Tenant selects the organisation that is read, and the one whose cases are read',
      composed(
        when(by('outsider', 'getOrganisation'), header('x-tenant', 'demo'), asMember),
        when(
          forForeignCase,
          by('member'),
          header('x-tenant', 'other'),
          json(200, recordNamed('foreign-sale')),
        ),
      ),
    ],
    'foreign-without-hyphens': [
      'A case of another organisation can be read if its identifier has no hyphens',
      when(
        by('member', 'getCaseData'),
        (request) => identifierIn(request) === foreignWithoutHyphens,
        json(200, recordNamed('foreign-sale')),
      ),
    ],
  }),
  ...faultsOf({ requirement: 'outsider-403', unseenBy: 'verify' })(pastTenancy),
  ...faultsOf({ requirement: 'permissions-403', unseenBy: 'verify' })({
    'restricted-shown-client-by-override': [
      'POST with PATCH in a method override header needs no permission',
      asEmptyChange('POST', all(by('restricted'), header('x-http-method-override', 'PATCH'))),
    ],
    'restricted-shown-client-by-query': [
      'POST with PATCH as the method in its query needs no permission',
      asEmptyChange('POST', all(by('restricted'), parameter('_method', 'PATCH'))),
    ],
    'restricted-changes-by-media-type': [
      'A change of the media type application/merge-patch+json needs no permission',
      when(
        by('restricted', 'updateClient'),
        header('content-type', 'application/merge-patch+json'),
        ({ headers, ...request }, reference) =>
          asMember({ ...request, headers: { ...headers, 'content-type': 'application/json' } }, reference),
      ),
      { unseenBy: 'verify and restore' },
    ],
    'restricted-changes-by-role': [
      'A token without the permission can change a client if X-Role claims that it is an administrator',
      when(by('restricted', 'updateClient'), header('x-role', 'admin'), asMember),
    ],
    'restricted-changes-by-capitals': [
      'A token without the permission can change a client if its identifier is in upper case',
      when(by('restricted', 'updateClient'), inCapitals, asMember),
    ],
  }),
];

function lettingIn(operations: readonly OperationId[], is: Condition): Behaviour {
  return when(on(...operations), withoutHeader, is, asMember);
}

function withoutDotSegments(path: string): string {
  const { pathname, search } = new URL(path, 'http://localhost');
  return `${pathname}${search}`;
}

function decodedLetters(path: string): string {
  return path.replaceAll(/%(3\d|[46][1-9a-f]|[57][0-9a])/gi, decodeURIComponent);
}

function readAs(
  operation: OperationId,
  those: Condition,
  asRead: (request: ServiceRequest) => ServiceRequest,
): Behaviour {
  return when(
    those,
    not(on(operation)),
    (request) => on(operation)(asRead(request)),
    (request, reference) => asMember(asRead(request), reference),
  );
}

/**
 * Reads every path as `read` does. If that changes the path, `those` callers get the member's answer from one
 * operation.
 */
function routed(read: (path: string) => string, operation: OperationId, those: Condition): Behaviour {
  return (request, reference) => {
    const asRead = { ...request, path: read(request.path) };
    const isOpen = asRead.path !== request.path && all(those, on(operation))(asRead);
    return isOpen ? asMember(asRead, reference) : reference(asRead);
  };
}

function asGet(method: string, those: Condition = () => true): Behaviour {
  return readAs(
    'getCaseData',
    all(those, (request) => request.method === method),
    (request) => ({ ...request, method: 'GET' }),
  );
}

function asEmptyChange(method: string, is: Condition): Behaviour {
  return readAs(
    'updateClient',
    all(is, (request) => request.method === method),
    (request) => ({
      method: 'PATCH',
      path: pathOf(request),
      headers: { 'content-type': 'application/json' },
      body: '{}',
    }),
  );
}

function byWrong(matches: (id: string) => boolean, answer: ServiceAnswer): Behaviour {
  const isWrong: Condition = (request) => {
    const id = decodeURIComponent(identifierIn(request));
    return !knownCases.includes(id.toLowerCase()) && matches(id);
  };
  return when(by('member', 'getCaseData'), isWrong, answer);
}

function finding(matches: (id: string) => boolean): Behaviour {
  return byWrong(matches, json(200, recordNamed('sale-ta6-4th')));
}
