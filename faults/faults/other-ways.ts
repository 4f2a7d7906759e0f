import type { OperationId } from '../../src/specification/description.ts';
import { json, redirect, refusal } from '../answers.ts';
import type { Behaviour, Fault, ServiceAnswer, ServiceRequest } from '../behaviour.ts';
import { always, letIn, when } from '../behaviours.ts';
import { caseNamed, knownCases, recordNamed, tokenNamed } from '../demo.ts';
import {
  all,
  by,
  type Condition,
  guarded,
  header,
  identifierIn,
  inCapitals,
  invalid,
  not,
  on,
  onAnyQuery,
  parameterIn,
  pathOf,
  wantingToken,
  withoutHeader,
} from '../requests.ts';
import { type FaultRow, faultsUnseenByVerify, kebab } from '../rows.ts';

const token = tokenNamed('member');

/** Places other than the Authorization header where a service finds a token. */
const places: readonly (readonly [id: string, words: string, is: Condition])[] = [
  ['query-token', 'the query as token', (request) => parameterIn(request, 'token') === token],
  ['query-api-key', 'the query as api_key', (request) => parameterIn(request, 'api_key') === token],
  ['cookie', 'a cookie', ({ headers }) => headers.cookie?.includes(`token=${token}`) === true],
];

const fromElsewhere: readonly FaultRow[] = [
  [
    'create-organisation-token-in-access-token',
    'createOrganisation takes a token from the query as access_token',
    lettingIn('createOrganisation', (request) => parameterIn(request, 'access_token') === token),
  ],
  ...places.map<FaultRow>(([id, words, is]) => [
    `token-in-${id}`,
    `Every operation takes a token from ${words}`,
    when(all(onAnyQuery(...wantingToken), withoutHeader, is), letIn),
  ]),
];

/** Headers that a service believes about the caller. */
const vouching: readonly FaultRow[] = [
  [
    'vouched-by-forwarded-for',
    'The list of cases needs no token if X-Forwarded-For names the local machine',
    lettingIn('listCases', header('x-forwarded-for', '127.0.0.1')),
  ],
  [
    'vouched-by-origin',
    'The organisation needs no token if a request has an Origin',
    lettingIn('getOrganisation', ({ headers }) => headers.origin !== undefined),
  ],
  [
    'vouched-by-original-url',
    'Requests without a token are accepted if X-Original-URL names the description',
    when(all(withoutHeader, header('x-original-url', '/api/v2/doc')), letIn),
  ],
  [
    'description-rewritten-to-case',
    'A request for the description needs no token, and X-Original-URL makes it one for a case',
    async (request, reference) => {
      const path = request.headers['x-original-url'] ?? '';
      const asRead = { ...request, path };
      const isMeant = pathOf(request) === '/api/v2/doc' && on('getCaseData')(asRead);
      return isMeant ? letIn(asRead, reference) : reference(request);
    },
  ],
];

/** A spelling of a path that a router accepts and a guard misses. */
type Spelling = readonly [id: string, words: string, read: (path: string) => string];

/** Each of an operation, and all of cases. */
const common: readonly (readonly [OperationId, ...Spelling])[] = [
  ['getOrganisation', 'slash', 'a slash at its end', (path) => path.replace(/\/$/, '')],
  ['listCases', 'capitals', 'capitals', (path) => path.toLowerCase()],
  ['updateClient', 'dot-segments', 'a way back', (path) => new URL(path, 'http://localhost').pathname],
];

const spellings: readonly Spelling[] = [
  ...common.map(([, ...spelling]) => spelling),
  ['doubled-slash', 'a doubled slash', withoutDoubledSlashes],
  ['encoding', 'an encoded letter', (path) => path.replaceAll(/%(6[1-9a-f]|7[0-9a])/gi, decodeURIComponent)],
  ['suffix', 'a suffix', (path) => path.replace(/\.json$/, '')],
  ['matrix', 'parameters', (path) => path.replaceAll(/;[^/]*/g, '')],
];

/** The pattern of guarded paths knows only identifiers in lower case. */
const fromCapitals: readonly FaultRow[] = [
  [
    'case-by-identifier-in-capitals',
    'Credentials are not checked if the identifier of the case is in upper case',
    when(all(on('getCaseData'), inCapitals, invalid), letIn),
  ],
  [
    'client-by-identifier-in-capitals',
    'Credentials are not checked if the identifier of the client is in upper case',
    when(all(on('updateClient'), inCapitals, invalid), letIn),
  ],
];

const otherPaths: readonly Spelling[] = [
  ['old-version', 'at the path of the previous version', (path) => path.replace('/api/v1/', '/api/v2/')],
  ['null-character', 'if its path ends with a null character', (path) => path.replace(/%00$/, '')],
  ['encoded-slash', 'if a slash of its path is encoded', (path) => path.replaceAll(/%2f/gi, '/')],
];

const fromOtherPaths: readonly FaultRow[] = [
  ...spellings.map<FaultRow>(([id, words, read]) => [
    `case-by-${id}`,
    `A case can be read without a token if its path has ${words}`,
    unguarded('getCaseData', read),
  ]),
  ...common.map<FaultRow>(([operation, id, words, read]) => [
    `${kebab(operation)}-by-${id}`,
    `${operation} needs no token if its path has ${words}`,
    unguarded(operation, read),
  ]),
  ...otherPaths.map<FaultRow>(([id, words, read]) => [
    `case-by-${id}`,
    `A case can be read without a token ${words}`,
    unguarded('getCaseData', read),
  ]),
];

/** Paths that bypass the separation of organisations. */
const pastTenancy: readonly FaultRow[] = [
  [
    'outsider-reads-by-role',
    'A user of another organisation can read a case if X-User-Role says that they are an administrator',
    readAs(all(by('outsider'), header('x-user-role', 'admin')), ({ path, ...request }) => ({
      ...request,
      path: path.toLowerCase(),
    })),
  ],
  [
    'outsider-reads-by-slash',
    'A user of another organisation can read a case if its path has a slash at its end',
    openedToOutsider((path) => path.replace(/\/$/, '')),
  ],
  [
    'outsider-reads-by-doubled-slash',
    'A user of another organisation can read a case if its path has a doubled slash',
    openedToOutsider(withoutDoubledSlashes),
  ],
  [
    'outsider-reads-by-encoding',
    'A user of another organisation can read a case if a letter of its identifier is encoded',
    openedToOutsider((path) => path.replaceAll(/%[36][0-9a-f]/gi, decodeURIComponent)),
  ],
  [
    'outsider-reads-by-tenant-header',
    'A user of another organisation can read a case if X-Tenant names its organisation',
    when(all(on('getCaseData'), by('outsider'), header('x-tenant', 'demo')), letIn),
  ],
];

const fromOtherMethods: readonly FaultRow[] = [
  ['case-by-head', 'HEAD shows without a token whether a case exists', asGet('HEAD')],
  ['case-by-options', 'OPTIONS shows a case without a token', asGet('OPTIONS')],
  ['client-by-get', 'GET shows a client without a token', asEmptyChange('GET', () => true)],
  [
    'client-by-override',
    'POST with PATCH in a method override header needs no token',
    asEmptyChange('POST', all(withoutHeader, header('x-http-method-override', 'PATCH'))),
  ],
];

/** Services that find a case by a wrong identifier, or break on it. */
const byWrongIdentifiers: readonly FaultRow[] = [
  ['identifier-sql', 'An SQL condition in an identifier finds a case', finding((id) => / or .*=/i.test(id))],
  ['identifier-pattern', 'An identifier is read as a pattern', finding(matches)],
  [
    'identifier-prefix',
    'The beginning of an identifier finds a case',
    finding((id) => id.length >= 8 && knownCases.some((known) => known.startsWith(id))),
  ],
  [
    'identifier-end',
    'The end of an identifier finds a case',
    finding((id) => id.length >= 8 && knownCases.some((known) => known.endsWith(id))),
  ],
  [
    'identifier-control',
    'Control characters in an identifier are answered 500',
    byWrong((id) => [...id].some((one) => one < ' ' || one === '\u007f'), refusal(500)),
  ],
  ['identifier-long', 'A long identifier is answered 500', byWrong((id) => id.length > 500, refusal(500))],
];

/** Services that show another organisation's case to a caller who names that organisation. */
const foreignCases: readonly FaultRow[] = [
  [
    'foreign-by-parameter',
    'A query parameter selects the organisation whose cases are read',
    foreignWhere((request) => parameterIn(request, 'organisationId') !== null),
  ],
  [
    'foreign-by-header',
    'X-Organisation-Id selects the organisation whose cases are read',
    foreignWhere(({ headers }) => headers['x-organisation-id'] !== undefined),
  ],
];

/** Services with another way in than the described one. */
export const otherWayFaults: readonly Fault[] = Object.freeze([
  ...faultsUnseenByVerify('credentials-401', '', [
    ...fromElsewhere,
    ...vouching,
    ...fromCapitals,
    ...fromOtherPaths,
    ...fromOtherMethods,
  ]),
  ...faultsUnseenByVerify('case-data-404-absent', '', byWrongIdentifiers),
  ...faultsUnseenByVerify('case-data-404-foreign', '', foreignCases),
  ...faultsUnseenByVerify('outsider-403', '', pastTenancy),
  ...faultsUnseenByVerify('credentials-401', '', [
    'redirected-if-no-json',
    'A caller without valid credentials who does not ask for JSON is redirected to a page',
    when(all(guarded, invalid, header('accept', '*/*')), always(redirect(302, '/login'))),
  ]),
  ...faultsUnseenByVerify('permissions-403', '', [
    'restricted-shown-client-by-override',
    'POST with PATCH in a method override header needs no permission',
    asEmptyChange('POST', all(by('restricted'), header('x-http-method-override', 'PATCH'))),
  ]),
  ...faultsUnseenByVerify('permissions-403', '', [
    'restricted-changes-by-capitals',
    'A token without the permission can change a client if its identifier is in upper case',
    when(all(on('updateClient'), by('restricted'), inCapitals), letIn),
  ]),
]);

function lettingIn(operation: OperationId, is: Condition): Behaviour {
  return when(all(onAnyQuery(operation), withoutHeader, is), letIn);
}

function withoutDoubledSlashes(path: string): string {
  return path.replaceAll(/\/{2,}/g, '/');
}

/** Lets matching requests in as other ones. */
function readAs(isMeant: Condition, asRead: (request: ServiceRequest) => ServiceRequest): Behaviour {
  return when(isMeant, (request, reference) => letIn(asRead(request), reference));
}

/** The operation without a token, if its path differs as written and is the same as read. */
function unguarded(operation: OperationId, read: (path: string) => string): Behaviour {
  const asRead = (request: ServiceRequest): ServiceRequest => ({ ...request, path: read(request.path) });
  return readAs(
    all(withoutHeader, not(on(operation)), (request) => on(operation)(asRead(request))),
    asRead,
  );
}

/** A case for a user of another organisation, if its path is written differently. */
function openedToOutsider(read: (path: string) => string): Behaviour {
  const asRead = (request: ServiceRequest): ServiceRequest => ({ ...request, path: read(request.path) });
  return readAs(
    all(by('outsider'), (one) => on('getCaseData')(asRead(one)) && asRead(one).path !== one.path),
    asRead,
  );
}

/** Answers the method like GET with a token. */
function asGet(method: string): Behaviour {
  const asRead = (request: ServiceRequest): ServiceRequest => ({ ...request, method: 'GET' });
  return readAs((request) => request.method === method && on('getCaseData')(asRead(request)), asRead);
}

/** Answers the method like an empty change with a token. */
function asEmptyChange(method: string, is: Condition): Behaviour {
  const asRead = (request: ServiceRequest): ServiceRequest => ({
    method: 'PATCH',
    path: pathOf(request),
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  return readAs(
    all(is, (request) => request.method === method && on('updateClient')(asRead(request))),
    asRead,
  );
}

/** Gives the member this answer for a case by a wrong identifier. */
function byWrong(isMeant: (id: string) => boolean, answer: ServiceAnswer): Behaviour {
  const isWrong: Condition = (request) => {
    const id = decodeURIComponent(identifierIn(request));
    return !knownCases.includes(id.toLowerCase()) && isMeant(id);
  };
  return when(all(on('getCaseData'), by('member'), isWrong), always(answer));
}

function finding(isMeant: (id: string) => boolean): Behaviour {
  return byWrong(isMeant, json(200, recordNamed('sale-ta6-4th')));
}

/** Matches as a pattern of SQL: an underscore is any character, and a percent sign any number of them. */
function matches(id: string): boolean {
  if (!/[_%]/.test(id)) return false;
  const pattern = id
    .replaceAll(/[^\w%-]/g, '.')
    .replaceAll('%', '.*')
    .replaceAll('_', '.');
  return knownCases.some((known) => new RegExp(`^${pattern}$`).test(known));
}

function foreignWhere(is: Condition): Behaviour {
  const asked: Condition = (request) => pathOf(request) === `/api/v2/cases/${caseNamed('foreign-sale')}/data`;
  return when(all(asked, by('member'), is), always(json(200, recordNamed('foreign-sale'))));
}
