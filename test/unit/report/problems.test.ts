import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CheckResult, ReportedDeviation } from '../../../src/conformance/result.ts';
import type { Redacted } from '../../../src/http/redact.ts';
import { codeOf, deviationsOf, waivedFindings } from '../../../src/report/problems.ts';
import { summaryOf } from '../../../src/report/summary.ts';
import type { Evidence } from '../../../src/trace/evidence.ts';
import { resultWith } from '../conformance/support.ts';
import { failed, reportOfRun } from './values.ts';

const found = (
  requirement: string,
  message: string,
  letter: string,
  further: Partial<ReportedDeviation> = {},
): ReportedDeviation => ({
  ...{ requirement, message, pointer: '/buyers/0/price', kind: 'type' },
  ...{ exchange: 0, fingerprint: letter.repeat(16) },
  ...further,
});

const terms = { reason: 'Known.', until: '2026-12-31' };

const results = [
  resultWith({
    id: 'a',
    operation: 'getCaseData',
    findings: [
      found('case-price', 'It is 5', 'a', { exchange: 1 }),
      found('case-id', 'It is 5', 'b'),
      found('case-price', 'It is 6', 'c', { kind: 'minimum' }),
      found('case-price', 'Waived', 'a', { waived: terms }),
    ],
  }),
  resultWith({
    id: 'b',
    operation: 'updateClient',
    findings: [
      found('case-price', 'It is 7', 'd', { pointer: '/buyers/3/price' }),
      found('case-price', 'It is missing', 'e', { kind: 'required' }),
    ],
  }),
];
const report = { results, exchanges: [], statements: {} };

test('A deviation is one statement that is broken at one place in one way, by any operation', () => {
  const [first, ...others] = deviationsOf(report);
  expect(first).toEqual({
    code: 'case-price/type',
    requirement: 'case-price',
    gravity: 'failure',
    headline: 'It is 5',
    operations: ['getCaseData', 'updateClient'],
    pointer: '/buyers/*/price',
    message: 'It is 5',
    fingerprints: ['a'.repeat(16), 'd'.repeat(16)],
    checks: ['a', 'b'],
    sightings: 2,
    exchange: 1,
  });
  expect(others.map(({ code }) => code)).toEqual([
    'case-id/type',
    'case-price/minimum',
    'case-price/required',
  ]);
});

test('What is waived is reported once for each requirement, message and terms', () => {
  const other = { ...terms, until: '2027-12-31' };
  const findings = [terms, terms, other, undefined].map((waived) =>
    found('case-price', 'Wrong', 'a', waived === undefined ? {} : { waived }),
  );
  expect(waivedFindings([resultWith({ findings }), resultWith({ findings })])).toMatchObject([
    { requirement: 'case-price', message: 'Wrong', waived: terms },
    { requirement: 'case-price', message: 'Wrong', waived: other },
  ]);
});

test.each([
  [undefined, 'credentials-401'],
  ['status 5xx', 'credentials-401/status'],
  ['shown', 'credentials-401/handed-over'],
  ['additionalProperties', 'credentials-401/additional-properties'],
])('The kind %s makes the code %s', (kind, code) => {
  expect(codeOf({ requirement: 'credentials-401', ...(kind === undefined ? {} : { kind }) })).toBe(code);
});

function exchange(
  method: string,
  credentials: string,
  status: number,
  body = {},
  operation: Evidence['operation'] = 'getCaseData',
): Evidence {
  const request = { method, path: '/api/v2/x', credentials };
  return { operation, request, response: { status, durationMs: 1, bodyBytes: 1, body } };
}

type Found = Partial<ReportedDeviation>;

const wrong = (requirement: string, kind: string, further: Found = {}): Found => ({
  requirement,
  kind,
  ...further,
});

function findingOf(one: Found, index: number): ReportedDeviation {
  return {
    ...{ pointer: '', message: 'The status is 200 instead of 401', requirement: 'credentials-401' },
    ...{ exchange: 0, fingerprint: String(index).padStart(16, '0'), ...one },
  };
}

function problemsIn(
  findings: readonly Found[],
  exchanges: readonly Evidence[],
  held: CheckResult['held'] = [],
) {
  const checked = failed('x', findings.map(findingOf), exchanges);
  return summaryOf(reportOfRun({ results: [{ ...checked, held }] })).problems;
}

/** A finding for each value, in the exchange of the same place. */
const inTurn = <Value>(values: readonly Value[], of: (value: Value) => Found): Found[] =>
  values.map((value, exchange) => ({ exchange, ...of(value) }));

const readBy = (callers: readonly string[], status = 200): Evidence[] =>
  callers.map((name) => exchange('GET', name, status));

const made = exchange('PATCH', 'member', 200);

const sending = (parts: Partial<Evidence['request']>, one = made): Evidence => ({
  ...one,
  request: { ...one.request, ...parts },
});

const withoutBody = ({ response: { body: _, ...response }, ...others }: Evidence): Evidence => ({
  ...others,
  response,
});

const change = (pointer: string, kind: string, exchange = 0) => {
  const requirement = kind === 'not as read back' ? 'update-client-200' : 'update-client-fields';
  return { requirement, pointer, kind, exchange, message: `${pointer} is ${kind}` };
};

const credentials = ['no Authorization header', 'a token in the query', 'a, too', 'b, too', 'c, too'];
const exchanges = readBy(credentials);
const accepted = inTurn(credentials, (name) => ({ kind: 'status 2xx', credentials: name }));
const basic = [
  'a valid token as the user of the scheme Basic',
  'a valid token as a password of the scheme Basic',
  'a valid token as the password of a user',
];
const [altered, short] = [
  'a valid token whose last characters are altered',
  'a valid token less its last character',
];
const notSent = 'Not sent to getOrganisation, listCases, updateClient or createOrganisation.';
const once = 'Only one reading of a case was judged.';
const fields = ['a', 'b', 'c', 'd'].map((name) => ({
  ...{ requirement: name === 'd' ? 'case-price' : 'ta6-4th-texts', kind: 'type' },
  ...{ pointer: `/${name}/0`, message: `/${name}/0 is a number instead of a string` },
}));
const values = { title: '(a number of 2 digits)', firstName: null, lastName: 'x', emailAddress: 'n/a' };
const wrongValues = Object.keys(values).map((name) => ({
  ...{ requirement: name === 'emailAddress' ? 'client-email' : 'client-texts', kind: 'type' },
  ...{ pointer: `/${name}`, message: `/${name} is ${name} instead of a string` },
}));
const showingValues = exchange('PATCH', 'member', 200, values);
const manyEmpty = 'Creating an organisation with an empty title, bio, suffix, county and 2 more';
const failing = inTurn(['no type', 'no user'], (context) => ({
  ...{ requirement: 'create-organisation', kind: 'status 5xx', context },
  message: `Creating an organisation with ${context} makes the service fail (500)`,
  subject: { one: `Creating an organisation with ${context}`, any: 'Creating an organisation' },
}));
const posted = exchange('POST', 'member', 500);
const moved = { requirement: 'update-client-address-replaced', exchange: 1, causedBy: 0 };
const ofAddress = (kind: string, ...lines: string[]) =>
  lines.map((line) => ({
    ...{ requirement: 'update-client-address-replaced', kind, pointer: `/address/${line}` },
    message: `/address/${line} is still there, although the new address does not have it`,
  }));
const alsoAltered = ['/dob', '/status'].map((pointer) => ({
  ...{ requirement: 'update-client-omitted-unchanged', pointer, kind: 'changed though left out' },
  message: `${pointer} was changed although the change left it out`,
}));
const notMade = (...places: number[]) =>
  [
    change('/title', 'not changed'),
    ...ofAddress('not changed', 'line_1'),
    ...ofAddress('not gone', 'line_2'),
  ].map((one, index) => ({ ...one, exchange: places[index] ?? 0 }));
const ofIdentifier = (...places: number[]) =>
  [
    { requirement: 'case-id', kind: 'format', message: '/caseId is not a UUID' },
    { requirement: 'case-data-of-the-case', kind: 'no UUID', message: '/caseId is not the case asked for' },
  ].map((one, index) => ({ ...one, pointer: '/caseId', exchange: places[index] ?? 0 }));
const markup = (kind: string) => [
  wrong('error-message', kind, { alike: 'are markup instead of JSON' }),
  wrong('bodies-are-json', 'json', { alike: 'are markup instead of JSON', exchange: 1 }),
];
const cut = { kind: 'json', alike: 'are cut off' } as const;

/** Headlines or parts of the problems, or how many there are. */
type Expected = number | string | object | readonly (string | object)[];
type Case = readonly [findings: readonly Found[], exchanges: readonly Evidence[]];

const permitted = (...operations: Evidence['operation'][]): Case => [
  inTurn(operations, () => wrong('permissions-403', 'status 2xx', { credentials: 'restricted' })),
  operations.map((operation) => exchange('GET', 'restricted', 200, {}, operation)),
];

const refused = (...callers: string[]): Case => [
  inTurn(['case-data-200', 'get-organisation', 'permissions-403'].slice(0, callers.length), (requirement) =>
    wrong(requirement, 'status 4xx', { message: 'The status is 401' }),
  ),
  readBy(callers, 401),
];

const repeated = (...callers: string[]): Case => [
  inTurn([{}, { context: 'Repeated' }], (parts) => ({
    ...{ requirement: 'get-organisation', kind: 'status 4xx', ...parts },
    message: 'Repeated, getOrganisation is answered 404 instead of 2xx',
  })),
  readBy(callers, 404),
];

const failingFor = (...asked: (readonly [caller: string, status: number])[]): Case => [
  inTurn(['outsider-403', 'get-organisation'], (requirement) =>
    wrong(requirement, 'status 5xx', { message: 'The status is 500 instead of 200' }),
  ),
  asked.map(([caller, status]) => exchange('GET', caller, status)),
];

const ofBody = (further: Found): Case => [
  [wrong('case-data-200', 'status 4xx', { message: 'The status is 403 instead of 200', ...further })],
  [sending({ body: { title: 'x' } }, exchange('PATCH', 'member', 403, { title: 'x' }))],
];

const absentCase = 'No case has this identifier';
const explained = (...details: readonly Found[]): Case => [
  inTurn(details, (detail) =>
    wrong('case-data-200', 'status 4xx', { message: 'A valid token is answered 404', ...detail }),
  ),
  readBy(['member', 'member'], 404),
];

test.each<[what: string, ...of: Case, expected: Expected]>([
  [
    'Two deviations that read the same, but with other credentials, are two problems',
    accepted.slice(1, 3),
    exchanges,
    ['The service accepts a token in the query (getCaseData)', 'The service accepts a, too (getCaseData)'],
  ],
  [
    'Many credentials that are accepted are one problem',
    accepted.slice(1),
    exchanges,
    {
      headline: 'The service accepts 4 kinds of invalid credentials (getCaseData)',
      also: 'The credentials: a token in the query; a, too; b, too; c, too.',
    },
  ],
  [
    'Credentials are two problems if one operation accepts the one and refuses the other',
    [...accepted.slice(1, 4), { kind: 'status 2xx', credentials: 'b, too', exchange: exchanges.length + 2 }],
    [
      ...exchanges,
      ...[401, 401, 200].map((status, place) =>
        exchange('GET', credentials[place + 1] ?? '', status, {}, 'listCases'),
      ),
    ],
    [
      'The service accepts b, too (getCaseData, listCases)',
      'The service accepts a token in the query (getCaseData)',
      'The service accepts a, too (getCaseData)',
    ],
  ],
  [
    'Credentials that the same mistake accepts are named by what they have in common',
    inTurn(basic, (name) => ({ kind: 'status 2xx', credentials: name })),
    readBy(basic),
    'The service accepts a valid token with the scheme Basic (getCaseData)',
  ],
  [
    'A long list is in the details, not in the headline',
    [
      {
        ...{ requirement: 'create-organisation', kind: 'status 5xx', detail: 'Empty: all of them' },
        message: `${manyEmpty} makes the service fail (500)`,
        context: 'an empty title, bio, suffix, county and 2 more',
        subject: { one: manyEmpty, brief: 'Creating an organisation with 6 empty fields' },
      },
    ],
    [posted],
    {
      headline: 'Creating an organisation with 6 empty fields makes the service fail (500)',
      details: `Empty: all of them. ${once}`,
    },
  ],
  [
    'An operation that needs no credentials is apart from tokens that others accept',
    accepted.slice(0, 4),
    [
      exchange('POST', 'no Authorization header', 201, {}, 'createOrganisation'),
      ...readBy(['a, too', 'b, too', 'c, too']),
    ],
    [
      'The service accepts a request without an Authorization header (createOrganisation)',
      'The service accepts 3 kinds of invalid credentials (getCaseData)',
    ],
  ],
  [
    'What becomes of credentials that are accepted is no further problem',
    [
      { kind: 'status 4xx', credentials: 'a' },
      { kind: 'status 2xx', credentials: 'a', exchange: 1 },
      { kind: 'status 4xx', credentials: 'b', exchange: 2 },
    ],
    [exchange('GET', 'a', 404), exchange('GET', 'a', 200), exchange('GET', 'b', 404)],
    [
      { headline: 'The service accepts a (getCaseData)', deviations: [{}, {}] },
      { headline: 'The service answers 404 instead of 401 to b', deviations: [{}] },
    ],
  ],
  [
    'Two ways to data are two problems, each named',
    ['A path with a doubled slash', 'The method GET'].map((way) => ({ kind: 'shown', way })),
    exchanges,
    ['A path with a doubled slash', 'The method GET'].map((way) => ({
      ...{ gravity: 'exposure', code: 'credentials-401/handed-over' },
      headline: `${way} bypasses authentication (200)`,
    })),
  ],
  [
    'What reads the same for two callers is one problem, which names both',
    inTurn(['member', 'restricted'], (name) =>
      wrong('case-data-404-foreign', 'status 2xx', { credentials: name }),
    ),
    readBy(['member', 'restricted']),
    [{ headline: "Another organisation's case is readable (200)", also: 'Also: as restricted.' }],
  ],
  [
    'A reading that is wrong both when repeated and after changes is said to be repeated',
    ['afterwards', 'again'].map((context) =>
      wrong('case-data-200', 'status 2xx', { context, message: `${context}: it is answered 204` }),
    ),
    [withoutBody(exchange('GET', 'member', 204))],
    'again: it is answered 204',
  ],
  [
    'Credentials that the same mistake lets in are one problem, also where the request meets a conflict',
    [
      { kind: 'status 4xx', credentials: altered, detail: '' },
      { kind: 'status 2xx', credentials: short, detail: '', exchange: 1 },
      { kind: 'status 4xx', credentials: `${altered}, too`, detail: '', exchange: 2 },
    ],
    [exchange('POST', altered, 409), exchange('GET', short, 200), exchange('GET', altered, 403)],
    [
      {
        headline: `The service accepts ${short} (getCaseData)`,
        details: `Wrong in both such readings of a case. ${notSent}`,
        also: `Also: ${altered}.`,
      },
      {
        headline: `The service answers 403 instead of 401 to ${altered}`,
        details: `Only one such reading of a case was judged. ${notSent}`,
        also: '',
      },
    ],
  ],
  [
    'What was sent is named in the headline, and all that the same mistake accepts is one problem',
    ['is a condition of SQL', 'is a percent sign'].map((id) => ({
      ...{ requirement: 'case-data-404-absent', kind: 'status 2xx', credentials: 'x', context: id },
      message: `An identifier that ${id} is answered 200`,
    })),
    exchanges,
    {
      headline: 'An identifier that is a condition of SQL is answered 200',
      also: 'Also: a percent sign.',
    },
  ],
  [
    'A wrong status and the body that is missing with it are one problem',
    [
      { kind: 'status 2xx', credentials: 'member', message: 'The status is 204 instead of 200', detail: '' },
      { kind: 'no record', message: 'The body is empty instead of the client record' },
    ].map((one) => ({ ...one, requirement: 'update-client-200' })),
    [exchange('PATCH', 'member', 204)],
    [{ headline: 'A change is answered 204 instead of 200', details: once }],
  ],
  [
    'A field that is wrong alone is named',
    fields.slice(0, 1),
    exchanges,
    [{ headline: 'An element of /a is a number instead of a string', places: [] }],
  ],
  [
    'Fields that are wrong in the same way are one problem, of whatever requirement',
    fields.slice(2),
    exchanges,
    'Each of /c/* and /d/* is a number instead of a string',
  ],
  [
    'Fields of two operations are two problems',
    fields.slice(1, 3).map((one, place) => ({ ...one, exchange: place })),
    [exchange('GET', 'member', 200), exchange('GET', 'member', 200, {}, 'getOrganisation')],
    ['An element of /b is a number instead of a string', 'An element of /c is a number instead of a string'],
  ],
  [
    'Many fields that are wrong in the same way are counted',
    fields,
    exchanges,
    {
      headline: 'Each of 4 fields is a number instead of a string',
      places: ['/a/*', '/b/*', '/c/*', '/d/*'],
    },
  ],
  [
    'Wrong values that are shown as they were sent are one problem of their statement, in whatever way they are wrong',
    [{ ...wrongValues[1], exchange: 1 }, ...wrongValues],
    [sending({ body: { ...values, lastName: 'y' } }, showingValues), showingValues],
    [
      'Wrong values are accepted and shown: /firstName and /title',
      '/lastName is lastName instead of a string',
      'Wrong values are accepted and shown: /emailAddress is emailAddress instead of a string',
    ],
  ],
  [
    'The gravest problem comes first, and a symptom may change what the row of the register says',
    [
      { requirement: 'error-message', kind: 'required', pointer: '/message' },
      { kind: 'status 5xx', credentials: 'x', exchange: 3 },
      { requirement: 'update-client-200', kind: 'changed though refused', pointer: '/title', exchange: 2 },
      { kind: 'status 2xx', credentials: 'y', exchange: 1 },
    ],
    [...exchanges.slice(0, 2), exchange('PATCH', 'member', 409), exchange('GET', 'x', 500)],
    [
      { gravity: 'exposure', code: 'credentials-401/status' },
      { gravity: 'corruption', code: 'update-client-200/changed-though-refused' },
      { gravity: 'failure', code: 'credentials-401/status' },
      { gravity: 'form', code: 'error-message/required' },
    ],
  ],
  [
    'A problem shows the change that caused it, then what shows it',
    ['/firstName', '/lastName'].map((pointer) =>
      wrong('permissions-403', 'changed though refused', { pointer, exchange: 1, causedBy: 0 }),
    ),
    [
      sending({ body: { title: 'Xx', firstName: 'Xxxxx' } }, exchange('PATCH', 'restricted', 403)),
      exchange('GET', 'member', 200, { firstName: 'Xxxxx' }),
    ],
    {
      headline: 'A change without the permission was refused with 403, but made anyway',
      places: ['/lastName'],
      steps: [
        { words: 'PATCH /api/v2/x as restricted, sent {"title": "Xx", "firstName": "Xxxxx"} → 403' },
        { words: 'then GET /api/v2/x as member → 200, /firstName is "Xxxxx"' },
      ],
    },
  ],
  ...[
    ['permissions-403', 'restricted', 'A token without the permission can read a case (200)'] as const,
    ['credentials-401', 'a, too', 'The service accepts a, too (getCaseData)'] as const,
  ].map(([requirement, who, headline]): [string, ...Case, object[]] => [
    `A forbidden request that was accepted and its effect are one problem: ${requirement}`,
    [
      { requirement, kind: 'status 2xx', credentials: who },
      { requirement, kind: 'changed though refused', pointer: '/title', exchange: 1, causedBy: 0 },
    ],
    [exchange('PATCH', who, 200), exchange('GET', 'member', 200)],
    [{ headline, findings: [{ causedBy: 0 }, {}] }],
  ]),
  [
    'A value that moved to another place is one problem with its own place, where it is missing',
    [
      { ...moved, kind: 'absent', pointer: '/address/line_3', message: '/address/line_3 is missing' },
      {
        ...{
          ...moved,
          kind: 'altered',
          pointer: '/address/line_2',
        },
        alike: 'is what was sent as another field',
        message: '/address/line_2 is what was sent as line_3',
      },
    ],
    [sending({ body: { address: { line_3: 'Xx' } } }), made],
    [{ headline: '/address/line_2 is what was sent as line_3', places: ['/address/line_3'] }],
  ],
  [
    'Operations with permissions of their own are problems of their own',
    ...permitted('getCaseData', 'listCases'),
    [
      'A token without the permission can read a case (200)',
      'A token without the permission can list the cases (200)',
    ],
  ],
  [
    'Many operations with permissions of their own are one problem',
    ...permitted('getCaseData', 'listCases', 'updateClient'),
    'A token without the permission can use 3 operations (200)',
  ],
  ['Fields of any statements that a change left as they were are one problem', notMade(0, 0, 0), [made], 1],
  ['Fields that two changes left as they were are two problems', notMade(0, 0, 1), [made, made], 2],
  [
    'The values of further fields leave out the lines that remain of a former address',
    [change('/dob', 'not changed'), change('/bio', 'not changed'), change('/address/uprn', 'not gone')],
    [exchange('PATCH', 'member', 200, { dob: 'x', bio: 'y', address: { uprn: 'z' } })],
    [{ also: 'Also: /bio is "y".' }],
  ],
  [
    'Fields that a change altered, although it left them out, are one problem',
    alsoAltered,
    [made],
    'A change also altered /dob and /status',
  ],
  [
    'A field that a change removed, and one that it gave a new value, are two problems',
    alsoAltered,
    [exchange('PATCH', 'member', 200, { status: 'Active' })],
    2,
  ],
  [
    'Lines of a new address that was ignored are named',
    ofAddress('not changed', 'line_1', 'uprn'),
    [made],
    'A new address was accepted, but /address/line_1 and /address/uprn stayed as before',
  ],
  [
    'A line of a former address that remains is named',
    ofAddress('not gone', 'uprn'),
    [made],
    'The new address keeps /address/uprn of the former one',
  ],
  [
    'Lines of a former address that remain are named',
    ofAddress('not gone', 'uprn', 'county'),
    [made],
    'The new address keeps /address/uprn and /address/county of the former one',
  ],
  [
    'A place that breaks several statements in the same answers is one problem, as grave as the gravest',
    ofIdentifier(0, 0),
    exchanges,
    [{ gravity: 'failure', deviations: [{}, {}], places: [] }],
  ],
  ['Several statements broken in different answers are several problems', ofIdentifier(0, 1), exchanges, 2],
  [
    'Answers of one status that are not JSON are one problem, whether they are refusals of a case or not',
    markup('json'),
    readBy(['x', 'x'], 401),
    'Answers with 401 are markup instead of JSON (getCaseData)',
  ],
  ['A message of a wrong type is a problem of its own', markup('type'), readBy(['x', 'x'], 401), 2],
  [
    'A valid token that is answered 401 is one problem, whatever was asked for',
    ...refused('member', 'member', 'restricted'),
    'A valid token is answered 401 (getCaseData)',
  ],
  [
    'A valid token that two operations answer 401 is one problem',
    refused('member', 'member')[0],
    [exchange('GET', 'member', 401), exchange('GET', 'member', 401, {}, 'getOrganisation')],
    'A valid token is answered 401 (getCaseData, getOrganisation)',
  ],
  ['Of a token with fewer permissions, 401 is told of each', ...refused('restricted', 'restricted'), 2],
  [
    'A reading with a wrong status is the same problem when it is repeated',
    ...repeated('member', 'member'),
    'Reading the organisation is answered 404 instead of 200',
  ],
  ['A wrong status of a reading is another problem as another caller', ...repeated('member', 'outsider'), 2],
  [
    'A reading that fails is one problem, whoever asks, and the member is named first',
    ...failingFor(['outsider', 500], ['member', 500]),
    'Reading the organisation makes the service fail (500)',
  ],
  ['Failures with two statuses are two problems', ...failingFor(['outsider', 500], ['member', 503]), 2],
  [
    'What is wrong of one request names it',
    failing.slice(0, 1),
    [posted, posted],
    [{ headline: failing[0]?.message, also: '' }],
  ],
  [
    'What is wrong of several requests names what they have in common',
    failing,
    [posted, posted],
    {
      headline: 'Creating an organisation makes the service fail (500)',
      also: 'Seen with: no type, no user.',
    },
  ],
  ['Of a message, what the headline says is not repeated', ...ofBody({ detail: '' }), [{ details: once }]],
  [
    'Of a message, what the headline does not say is repeated',
    ...ofBody({ detail: 'Correct the configuration' }),
    [{ details: `Correct the configuration. ${once}` }],
  ],
  [
    'Of a message, the form that a value must have is not repeated',
    ...ofBody({
      ...{ requirement: 'client-telephone-numbers', pointer: '/title', kind: 'pattern' },
      message: '/title does not match the pattern ^9$',
    }),
    [{ details: expect.not.stringContaining('match') }],
  ],
  [
    'The first finding says its detail',
    ...explained({ detail: absentCase }, { detail: 'The identifier is not a UUID' }),
    [{ details: expect.stringMatching(new RegExp(`^${absentCase}. Wrong in`)) }],
  ],
  [
    'The first finding without a detail says its message',
    ...explained({}, { detail: absentCase }),
    [{ details: expect.stringMatching(/^A valid token is answered 404. Wrong in/) }],
  ],
  [
    'Bodies that are cut off are one problem, whatever the status',
    inTurn(['bodies-are-json', 'error-message'], (requirement) => ({ ...cut, requirement })),
    [200, 403].map((status) => withoutBody(exchange('GET', 'member', status))),
    'Answers with 200 are cut off (getCaseData)',
  ],
  [
    'An organisation that is exchanged is one problem',
    ['a creation', 'changes'].map((when) =>
      wrong('organisation-is-callers', `other after ${when}`, { message: `After ${when}` }),
    ),
    exchanges,
    'After a creation',
  ],
  ...['are not JSON', 'are markup instead of JSON'].map((alike): [string, ...Case, string[]] => [
    `Answers that ${alike} are a problem of their own`,
    inTurn([alike, cut.alike], (words) => ({ kind: 'json', alike: words, requirement: 'bodies-are-json' })),
    [404, 200].map((status) => exchange('GET', 'member', status)),
    [`Answers with 404 ${alike} (getCaseData)`, 'Answers with 200 are cut off (getCaseData)'],
  ]),
])('%s', (_, findings, exchanges, expected) => {
  const problems = problemsIn(findings, exchanges);
  if (typeof expected === 'number') expect(problems).toHaveLength(expected);
  else
    expect(problems).toMatchObject(
      [expected].flat().map((one) => (typeof one === 'string' ? { headline: one } : one)),
    );
});

test('An operation that needs no credentials is one problem, and a token elsewhere that opens others another', () => {
  const listed = (check: string, operation: 'listCases' | 'getOrganisation', ...places: number[]) => ({
    ...failed(
      check,
      places.map((place) => findingOf(accepted[place] ?? {}, place)),
      exchanges.map((one) => ({ ...one, operation })),
    ),
    operation,
  });
  const results = [listed('a', 'listCases', 0, 1, 2), listed('b', 'getOrganisation', 2)];
  expect(summaryOf(reportOfRun({ results })).problems).toMatchObject([
    {
      headline: 'The service accepts a request without an Authorization header (listCases)',
      also: 'Also: a token in the query.',
    },
    { headline: 'The service accepts a, too (listCases, getOrganisation)' },
  ]);
});

const longBody = Object.fromEntries([...'abcdefghij'].map((name) => [name.repeat(9), 'x'.repeat(20)]));

test.each<[what: string, body: object, shown: string]>([
  ['the first names', longBody, `{${[...'abcdefgh'].map((name) => `"${name.repeat(9)}": …, `).join('')}…} →`],
  ['a list of further names in short', { address: longBody }, '{"address": {…}} →'],
  ['the field that the finding names', { ...longBody, zip: 5 }, '{"zip": 5, "aaaaaaaaa": …, '],
])('Of a long body that was sent is shown: %s', (_, body, shown) => {
  const found = {
    ...{ requirement: 'create-organisation', kind: 'status 5xx', context: 'a number for zip' },
    ...{ message: 'With a number for zip', subject: { one: 'Creating', pointer: '/zip' } },
  };
  const [problem] = problemsIn([found], [sending({ body: body as Redacted }, posted)]);
  expect(problem?.steps[0]?.words).toContain(`sent ${shown}`);
});

test.each<[what: string, first: string, second: string, expected: number]>([
  ['what the answer shows, and is not read', '/title not changed', '/title not as read back', 1],
  ['other fields of the answer', '/title not changed', '/firstName not as read back', 2],
  ['what is altered, at times to the former value', '/title cut', '/title not changed', 1],
  ['what is altered in two ways', '/title cut', '/title altered', 2],
])('A field that stays as before has the same cause as %s, or not', (_, first, second, expected) => {
  const findings = [first, second].map((one, place) => {
    const [, pointer = '', kind = ''] = /^(\S+) (.*)$/.exec(one) ?? [];
    return change(pointer, kind, place);
  });
  expect(problemsIn(findings, [made, made, made])).toHaveLength(expected);
});

test('The example of a problem is a short change that is shown whole, and with a value', () => {
  const byRank: readonly (readonly [sent: Partial<Evidence['request']>, shown: string])[] = [
    [{ whole: true, bodyLength: 20 }, 'x'],
    [{ whole: true, bodyLength: 19, body: { dob: 'x' } }, 'x'],
    [{ whole: true, bodyLength: 12_000 }, 'x'],
    [{ bodyLength: 19 }, 'x'],
    [{ whole: true, bodyLength: 30 }, ''],
    [{ whole: true, bodyLength: 19, spelling: 'capitals' }, 'x'],
    [{ bodyLength: 12_000 }, ''],
    [{ whole: true, bodyLength: 2, body: {} }, 'x'],
  ];
  const answers = byRank.map(([sent, title]) => sending(sent, exchange('PATCH', 'member', 200, { title })));
  for (const best of answers.keys()) {
    const worstFirst = [...answers.keys()].slice(best).toReversed();
    const found = worstFirst.map((place) => ({ ...change('/title', 'altered', place), alike: 'is altered' }));
    expect(problemsIn(found, answers)).toMatchObject([{ findings: { 0: { exchange: best } } }]);
  }
});

test('The example of a problem is a reading without a query', () => {
  const answers = ['/a?id=b', '/a'].map((path) => {
    const one = exchange('GET', 'member', 200);
    return { ...one, request: { ...one.request, path } };
  });
  const found = [0, 1].map((place) => ({
    requirement: 'case-price',
    kind: 'type',
    pointer: '/price',
    exchange: place,
  }));
  expect(problemsIn(found, answers)).toMatchObject([{ findings: { 0: { exchange: 1 } } }]);
});

test.each<[what: string, found: string, also: string]>([
  ['another place of the same field', '/title/0 /title/1 /bio/1 /bio/0', 'Also: /bio/1 is "w".'],
  ['an object', '/title/0 /address /bio/0', 'Also: /bio/0 is "v".'],
  ['what another change sent', '/bio/0 /dob@1 /title/0@1', 'Also: /title/0 is "x".'],
  ['nothing that the shown change sent', '/bio/0 /dob', 'Also: /dob is "shown".'],
])('The values of further fields leave out %s', (_, found, also) => {
  const shown = { title: ['x', 'y'], bio: ['v', 'w'], address: {}, dob: 'shown' };
  const sent = sending({ body: { dob: 'sent' } }, exchange('PATCH', 'member', 200, shown));
  const findings = found.split(' ').map((place) => {
    const [pointer = '', exchange = 0] = place.split('@');
    return { ...change(pointer, 'type', Number(exchange)), message: `${pointer} is odd` };
  });
  expect(problemsIn(findings, [sent, sent])).toMatchObject([{ also }]);
});

test.each([
  ['van Dyke', 'Van Dyke', 1],
  ['null', 'Van Dyke', 2],
  ['', 'Van Dyke', 2],
  ['Van Dyke', '', 1],
])(
  'A value %j that stays %j has the same cause as a cut one only if it may be altered',
  (sent, stays, expected) => {
    const ofOne = ['cut', 'not changed'].map((kind, at) => ({
      ...change('/lastName', kind, at),
      causedBy: at,
    }));
    const stayed = exchange('PATCH', 'member', 200, { lastName: stays });
    expect(problemsIn(ofOne, [made, sending({ body: { lastName: sent } }, stayed)])).toHaveLength(expected);
  },
);

type Wrong = Readonly<Record<string, readonly number[]>>;

/** Finds problems in fields, each with the changes after which it is wrong, and with those after which it is right. */
function problemsAfterChanges(kind: string, wrong: Wrong, right: Wrong = {}) {
  const requirements: Readonly<Record<string, string>> = {
    'changed though left out': 'update-client-omitted-unchanged',
    'not changed': 'update-client-fields',
  };
  const placesIn = (fields: Wrong) =>
    Object.entries(fields).flatMap(([pointer, places]) => places.map((exchange) => ({ exchange, pointer })));
  const findings = placesIn(wrong).map((one) => ({
    ...{ ...one, requirement: requirements[kind] ?? '', kind, message: `${one.pointer} is` },
  }));
  const problems = problemsIn(findings, Array(6).fill(made), placesIn(right));
  return problems.map((one) => [...new Set(one.findings.map(({ pointer }) => pointer))].sort().join(' '));
}

const [leftOut, ignored] = ['changed though left out', 'not changed'] as const;

test.each<[what: string, kind: string, wrong: Wrong, expected: string[], right?: Wrong]>([
  ['altered by different changes', leftOut, { '/a': [0], '/b': [1] }, ['/a', '/b']],
  ['altered together once', leftOut, { '/a': [0, 1], '/b': [0] }, ['/a /b']],
  ['altered together, and one alone', leftOut, { '/a': [0, 1], '/b': [0] }, ['/a', '/b'], { '/b': [1] }],
  ['ignored by the same changes in part', ignored, { '/a': [0, 1], '/b': [1, 2] }, ['/a /b']],
  ['ignored alike, and one made once', ignored, { '/a': [0, 1], '/b': [1, 2] }, ['/a', '/b'], { '/b': [0] }],
  ['ignored once, and one made then', ignored, { '/a': [0], '/b': [0, 1] }, ['/a', '/b'], { '/a': [1] }],
  ['ignored in a chain of changes', ignored, { '/a': [0, 5], '/b': [0, 1], '/c': [1, 2, 3] }, ['/a /b /c']],
  [
    'altered together, though one of them was right after a change of the others',
    leftOut,
    { '/a': [0], '/b': [0, 1], '/c': [0, 1, 2] },
    ['/a', '/b /c'],
    { '/a': [2] },
  ],
])('Each finding is in one problem: fields that are %s', (_, kind, wrong, expected, right) => {
  expect(problemsAfterChanges(kind, wrong, right)).toEqual(expected);
});

test('No finding is in two problems', () => {
  const changes = fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 4 });
  const fields = fc.dictionary(fc.constantFrom('/title', '/dob', '/bio', '/city'), changes);
  fc.assert(
    fc.property(fc.constantFrom(leftOut, ignored), fields, fields, (kind, wrong, right) => {
      const named = problemsAfterChanges(kind, wrong, right).flatMap((one) => one.split(' '));
      expect(named.toSorted()).toEqual(Object.keys(wrong).sort());
    }),
  );
});
