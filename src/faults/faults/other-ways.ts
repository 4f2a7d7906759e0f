import type { OperationId } from '../../specification/description.ts';
import { json, refusal } from '../answers.ts';
import type { Behaviour, Fault, ServiceRequest } from '../behaviour.ts';
import { always, letIn, when } from '../behaviours.ts';
import { caseNamed, knownCases, recordNamed, tokenNamed } from '../demo.ts';
import { type FaultRow, faultsUnseenByVerify, kebab } from '../fault.ts';
import {
  all,
  by,
  type Condition,
  forCaseElsewhere,
  identifierIn,
  inCapitals,
  invalid,
  not,
  objectIn,
  on,
  onAnyQuery,
  parameterIn,
  pathOf,
  wantingToken,
  withoutHeader,
} from '../requests.ts';

const token = tokenNamed('member');

/** Places other than the Authorization header where a service finds a token. */
const places: readonly (readonly [id: string, words: string, is: Condition])[] = [
  ['access-token', 'the query as access_token', (request) => parameterIn(request, 'access_token') === token],
  ['x-api-key', 'the header X-API-Key', header('x-api-key', token)],
];

const furtherPlaces: readonly (readonly [id: string, words: string, is: Condition])[] = [
  ['query-token', 'the query as token', (request) => parameterIn(request, 'token') === token],
  ['query-api-key', 'the query as api_key', (request) => parameterIn(request, 'api_key') === token],
  ['cookie', 'a cookie', ({ headers }) => headers.cookie?.includes(`token=${token}`) === true],
  [
    'session',
    'the cookie of a session',
    ({ headers }) => headers.cookie?.includes(`session=${token}`) === true,
  ],
  ['x-auth-token', 'the header X-Auth-Token', header('x-auth-token', token)],
  ['proxy-authorization', 'the header Proxy-Authorization', header('proxy-authorization', `Bearer ${token}`)],
];

const fromElsewhere: readonly FaultRow[] = [
  ...wantingToken.flatMap((operation) =>
    places.map<FaultRow>(([id, words, is]) => [
      `${kebab(operation)}-token-in-${id}`,
      `${operation} takes a token from ${words}`,
      lettingIn(operation, is),
    ]),
  ),
  ...furtherPlaces.map<FaultRow>(([id, words, is]) => [
    `token-in-${id}`,
    `Every operation takes a token from ${words}`,
    when(all(onAnyQuery(...wantingToken), withoutHeader, is), letIn),
  ]),
  [
    'token-in-body',
    'A client is changed with a token in the body',
    lettingIn('updateClient', (request) => objectIn(request).access_token === token),
  ],
];

/** Headers that a service believes about the caller. */
const vouching: readonly FaultRow[] = (
  [
    [
      'forwarded-for',
      'come from the machine itself, as X-Forwarded-For says',
      header('x-forwarded-for', '127.0.0.1'),
    ],
    ['remote-user', 'are of an administrator, as X-Remote-User says', header('x-remote-user', 'admin')],
    ['authenticated', 'are authenticated, as X-Authenticated says', header('x-authenticated', 'true')],
    ['override', 'are OPTIONS, as X-HTTP-Method-Override says', header('x-http-method-override', 'OPTIONS')],
    [
      'original-url',
      'are for the description, as X-Original-URL says',
      header('x-original-url', '/api/v2/doc'),
    ],
  ] as const
).map<FaultRow>(([id, words, is]) => [
  `vouched-by-${id}`,
  `Requests without a token are let in that ${words}`,
  lettingIn('getCaseData', is),
]);

/** Spellings of a path that the router accepts and the credentials check misses. */
const readings: readonly (readonly [id: string, words: string, read: (path: string) => string])[] = [
  ['slash', 'a slash at its end', (path) => path.replace(/\/$/, '')],
  ['capitals', 'capitals', (path) => path.toLowerCase()],
  ['doubled-slash', 'a doubled slash', (path) => path.replaceAll(/\/{2,}/g, '/')],
  ['dot-segments', 'a way back', (path) => new URL(path, 'http://localhost').pathname],
  [
    'encoding',
    'an encoded letter',
    (path) => path.replaceAll(/%(6[1-9a-f]|7[0-9a])/gi, (code) => decodeURIComponent(code)),
  ],
  ['suffix', 'a suffix', (path) => path.replace(/\.json$/, '')],
  ['matrix', 'parameters', (path) => path.replaceAll(/;[^/]*/g, '')],
];

/** The pattern of guarded paths knows only identifiers in lower case. */
const fromCapitals: readonly FaultRow[] = (
  [
    ['getCaseData', 'case'],
    ['updateClient', 'client'],
  ] as const
).map<FaultRow>(([operation, what]) => [
  `${what}-by-identifier-in-capitals`,
  `Credentials are not looked at where the identifier of a ${what} is written in capitals`,
  when(all(on(operation), inCapitals, invalid), letIn),
]);

const otherPaths: typeof readings = [
  ['old-version', 'at the path of the version before', (path) => path.replace('/api/v1/', '/api/v2/')],
  ['null-character', 'where a null character ends its path', (path) => path.replace(/%00$/, '')],
  ['encoded-slash', 'where a slash of its path is encoded', (path) => path.replaceAll(/%2f/gi, '/')],
];

const fromOtherPaths: readonly FaultRow[] = [
  ...readings.map<FaultRow>(([id, words, read]) => [
    `case-by-${id}`,
    `A case is read without a token where its path is written with ${words}`,
    unguarded('getCaseData', read),
  ]),
  ...(['slash', 'capitals', 'dot-segments'] as const).flatMap((kind) =>
    (['getOrganisation', 'listCases', 'updateClient'] as const).map<FaultRow>((operation) => [
      `${kebab(operation)}-by-${kind}`,
      `${operation} wants no token where its path is written with ${readings.find(([id]) => id === kind)?.[1]}`,
      unguarded(operation, readings.find(([id]) => id === kind)?.[2] ?? ((path) => path)),
    ]),
  ),
  ...otherPaths.map<FaultRow>(([id, words, read]) => [
    `case-by-${id}`,
    `A case is read without a token ${words}`,
    unguarded('getCaseData', read),
  ]),
  [
    'case-by-public-query',
    'A case is read without a token where its query names the description',
    when(
      all(onAnyQuery('getCaseData'), withoutHeader, ({ path }) => path.endsWith('/api/v2/doc')),
      letIn,
    ),
  ],
];

/** Paths that bypass the separation of organisations. */
const pastTenancy: readonly FaultRow[] = [
  ...(['slash', 'doubled-slash'] as const).map<FaultRow>((kind) => {
    const [, words = '', read = (path: string) => path] = readings.find(([id]) => id === kind) ?? [];
    return [
      `outsider-reads-by-${kind}`,
      `A user of another organisation reads a case whose path is written with ${words}`,
      openedTo(by('outsider'), 'getCaseData', read),
    ];
  }),
  [
    'outsider-reads-by-encoding',
    'A user of another organisation reads a case of whose identifier a letter is encoded',
    openedTo(by('outsider'), 'getCaseData', (path) =>
      path.replaceAll(/%[36][0-9a-f]/gi, (code) => decodeURIComponent(code)),
    ),
  ],
];

const fromOtherMethods: readonly FaultRow[] = [
  ['case-by-head', 'HEAD tells without a token whether there is a case', asGet('HEAD')],
  ['case-by-options', 'OPTIONS shows a case without a token', asGet('OPTIONS')],
  ['client-by-get', 'GET shows a client without a token', asEmptyChange('GET', () => true)],
  [
    'client-by-override',
    'POST that names the method PATCH in a header wants no token',
    asEmptyChange('POST', header('x-http-method-override', 'PATCH')),
  ],
  [
    'client-by-parameter',
    'POST that names the method PATCH in its query wants no token',
    asEmptyChange('POST', (request) => parameterIn(request, '_method') === 'PATCH'),
  ],
];

const ownCase = recordNamed('sale-ta6-4th');

/** Wrong identifiers with which a service finds a case or breaks. */
const wrongIdentifiers: readonly (readonly [
  id: string,
  title: string,
  does: (isMeant: (id: string) => boolean) => Behaviour,
  isMeant: (id: string) => boolean,
])[] = [
  ['sql', 'A condition of SQL in an identifier finds a case', finding, (id) => / or .*=/i.test(id)],
  ['apostrophe', 'An identifier with an apostrophe is answered 500', breaking, (id) => id.includes("'")],
  ['quotation', 'An identifier that is a quotation mark is answered 500', breaking, (id) => id === '"'],
  ['wildcard', 'A wildcard finds a case', finding, (id) => id === '%' || id === '*'],
  ['pattern', 'An identifier is a pattern', finding, matches],
  ['prefix', 'The beginning of an identifier finds a case', finding, (id) => isPart(id, 'startsWith')],
  ['end', 'The end of an identifier finds a case', finding, (id) => isPart(id, 'endsWith')],
  [
    'null-character',
    'A null character in an identifier is answered 500',
    breaking,
    (id) => id.includes('\0'),
  ],
  [
    'control',
    'Control characters in an identifier are answered 500',
    breaking,
    (id) => [...id].some((one) => one < ' ' || one === '\u007f'),
  ],
  [
    'unicode',
    'An identifier beyond ASCII is answered 500',
    breaking,
    (id) => [...id].some((one) => one > '\u007f'),
  ],
  ['object', 'An identifier is read as a query of a database', finding, (id) => id.startsWith('{"$ne"')],
  [
    'list',
    'The first of several identifiers finds a case',
    finding,
    (id) => knownCases.includes(id.split(',')[0] ?? '') && id.includes(','),
  ],
  ['long', 'A long identifier is answered 500', breaking, (id) => id.length > 500],
];

/** Inputs besides the token that select the organisation whose cases are read. */
const switches: readonly (readonly [id: string, title: string, is: Condition])[] = [
  [
    'parameter',
    'A parameter decides of which organisation cases are read',
    (request) => parameterIn(request, 'organisationId') !== null,
  ],
  [
    'tenant',
    'The parameter tenant switches the organisation',
    (request) => parameterIn(request, 'tenant') !== null,
  ],
  [
    'header',
    'X-Organisation-Id decides of which organisation cases are read',
    hasHeader('x-organisation-id'),
  ],
  ['tenant-header', 'X-Tenant-Id decides of which organisation cases are read', hasHeader('x-tenant-id')],
  ['host', 'X-Forwarded-Host decides of which organisation cases are read', hasHeader('x-forwarded-host')],
];

/**
 * Services that show another organisation's case to a caller who names that organisation, or who has fewer permissions.
 */
const foreignCases: readonly FaultRow[] = [
  [
    'foreign-by-restricted',
    'A token without permissions reads a case of another organisation',
    when(all(forCaseElsewhere, by('restricted')), foreign()),
  ],
  ...switches.map<FaultRow>(([id, title, is]) => [`foreign-by-${id}`, title, foreignWhere(is)]),
  [
    'foreign-parameter-500',
    'A parameter that names an organisation is answered 500',
    when(
      all(onAnyQuery('getCaseData'), (request) => parameterIn(request, 'organisation') !== null),
      always(refusal(500)),
    ),
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
  ...faultsUnseenByVerify(
    'case-data-404-absent',
    '',
    wrongIdentifiers.map(([id, title, does, isMeant]) => [`identifier-${id}`, title, does(isMeant)]),
  ),
  ...faultsUnseenByVerify('case-data-404-foreign', '', foreignCases),
  ...faultsUnseenByVerify('outsider-403', '', pastTenancy),
  ...faultsUnseenByVerify('permissions-403', '', [
    'restricted-changes-by-capitals',
    'A token without the permission changes a client whose identifier is written in capitals',
    when(all(on('updateClient'), by('restricted'), inCapitals), letIn),
  ]),
]);

function header(name: string, value: string): Condition {
  return ({ headers }) => headers[name] === value;
}

function hasHeader(name: string): Condition {
  return ({ headers }) => headers[name] !== undefined;
}

function lettingIn(operation: OperationId, is: Condition): Behaviour {
  return when(all(onAnyQuery(operation), withoutHeader, is), letIn);
}

/** The operation without a token, if its path differs as written and is the same as read. */
function unguarded(operation: OperationId, read: (path: string) => string): Behaviour {
  const asRead = (request: ServiceRequest): ServiceRequest => ({ ...request, path: read(request.path) });
  const isMeant: Condition = (request) => on(operation)(asRead(request)) && !on(operation)(request);
  return when(all(withoutHeader, isMeant), (request, reference) => letIn(asRead(request), reference));
}

/** The operation for these callers, if its path differs as written and is the same as read. */
function openedTo(whom: Condition, operation: OperationId, read: (path: string) => string): Behaviour {
  const asRead = (request: ServiceRequest): ServiceRequest => ({ ...request, path: read(request.path) });
  const isMeant: Condition = (request) =>
    on(operation)(asRead(request)) && asRead(request).path !== request.path;
  return when(all(whom, isMeant), (request, reference) => letIn(asRead(request), reference));
}

/** Answers the method like GET with a token. */
function asGet(method: string): Behaviour {
  const asRead = (request: ServiceRequest): ServiceRequest => ({ ...request, method: 'GET' });
  return when(
    (request) => request.method === method && on('getCaseData')(asRead(request)),
    (request, reference) => letIn(asRead(request), reference),
  );
}

/** Answers the method like an empty change with a token. */
function asEmptyChange(method: string, is: Condition): Behaviour {
  const asRead = (request: ServiceRequest): ServiceRequest => ({
    method: 'PATCH',
    path: pathOf(request),
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  return when(
    (request) => request.method === method && on('updateClient')(asRead(request)) && is(request),
    (request, reference) => letIn(asRead(request), reference),
  );
}

/** The member's requests for a case by a wrong identifier. */
function byWrong(isMeant: (id: string) => boolean): Condition {
  return all(on('getCaseData'), by('member'), (request) => {
    const id = decodeURIComponent(identifierIn(request));
    return !knownCases.includes(id.toLowerCase()) && isMeant(id);
  });
}

function finding(isMeant: (id: string) => boolean): Behaviour {
  return when(byWrong(isMeant), always(json(200, ownCase)));
}

function breaking(isMeant: (id: string) => boolean): Behaviour {
  return when(byWrong(isMeant), always(refusal(500)));
}

function isPart(id: string, at: 'startsWith' | 'endsWith'): boolean {
  return id.length >= 8 && knownCases.some((known) => known[at](id));
}

/** Matches as a pattern of SQL: an underscore is any character, and a percent sign any number of them. */
function matches(id: string): boolean {
  if (!/[_%]/.test(id)) return false;
  const pattern = new RegExp(
    `^${id
      .replaceAll(/[^\w%-]/g, '.')
      .replaceAll('%', '.*')
      .replaceAll('_', '.')}$`,
  );
  return knownCases.some((known) => pattern.test(known));
}

function foreign(): Behaviour {
  return always(json(200, recordNamed('foreign-sale')));
}

function foreignWhere(is: Condition): Behaviour {
  const asked: Condition = (request) => pathOf(request) === `/api/v2/cases/${caseNamed('foreign-sale')}/data`;
  return when(all(asked, by('member'), not(withoutHeader), is), foreign());
}
