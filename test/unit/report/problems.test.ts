import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CheckResult, ReportedDeviation } from '../../../src/conformance/result.ts';
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

function findingOf(one: Partial<ReportedDeviation>, index: number): ReportedDeviation {
  return {
    ...{ pointer: '', message: 'The status is 200 instead of 401', requirement: 'credentials-401' },
    ...{ exchange: 0, fingerprint: String(index).padStart(16, '0'), ...one },
  };
}

function problemsIn(findings: readonly Partial<ReportedDeviation>[], exchanges: readonly Evidence[]) {
  const all = findings.map(findingOf);
  return summaryOf(reportOfRun({ results: [failed('x', all, exchanges)] })).problems;
}

const credentials = ['no Authorization header', 'a token in the query', 'a, too', 'b, too', 'c, too'];
const exchanges = credentials.map((name) => exchange('GET', name, 200));
const accepted = credentials.map((name, place) => ({
  ...{ kind: 'status 2xx', credentials: name, exchange: place },
}));

test('Two deviations that read the same, but with other credentials, are two problems, and many are one', () => {
  expect(problemsIn(accepted.slice(1, 3), exchanges).map(({ headline }) => headline)).toEqual([
    'The service accepts a token in the query (getCaseData)',
    'The service accepts a, too (getCaseData)',
  ]);
  expect(problemsIn(accepted.slice(1), exchanges)).toMatchObject([
    {
      headline: 'The service accepts 4 kinds of invalid credentials (getCaseData)',
      also: 'The credentials: a token in the query; a, too; b, too; c, too.',
    },
  ]);
});

test('Credentials are two problems if one operation accepts the one and refuses the other', () => {
  const others = credentials
    .slice(1, 4)
    .map((name) => exchange('GET', name, name === 'b, too' ? 200 : 401, {}, 'listCases'));
  const found = [
    ...accepted.slice(1, 4),
    { kind: 'status 2xx', credentials: 'b, too', exchange: exchanges.length + 2 },
  ];
  expect(problemsIn(found, [...exchanges, ...others]).map(({ headline }) => headline)).toEqual([
    'The service accepts b, too (getCaseData, listCases)',
    'The service accepts a token in the query (getCaseData)',
    'The service accepts a, too (getCaseData)',
  ]);
});

test('Credentials that the same mistake accepts are named by what they have in common', () => {
  const basic = [
    'a valid token as the user of the scheme Basic',
    'a valid token as a password of the scheme Basic',
    'a valid token as the password of a user',
  ];
  const answers = basic.map((name) => exchange('GET', name, 200));
  const all = basic.map((name, place) => ({ kind: 'status 2xx', credentials: name, exchange: place }));
  expect(problemsIn(all, answers)).toMatchObject([
    { headline: 'The service accepts a valid token with the scheme Basic (getCaseData)' },
  ]);
});

test('A long list is in the details, not in the headline', () => {
  const one = 'Creating an organisation with an empty title, bio, suffix, county and 2 more';
  const found = {
    ...{ requirement: 'create-organisation', kind: 'status 5xx', exchange: 0 },
    ...{ message: `${one} makes the service fail (500)`, detail: 'Empty: all of them' },
    ...{ context: 'an empty title, bio, suffix, county and 2 more' },
    subject: { one, brief: 'Creating an organisation with 6 empty fields' },
  };
  expect(problemsIn([found], [exchange('POST', 'member', 500)])).toMatchObject([
    {
      headline: 'Creating an organisation with 6 empty fields makes the service fail (500)',
      details: 'Empty: all of them. Only one reading of a case was judged.',
    },
  ]);
});

test('An operation that needs no credentials is apart from tokens that others accept', () => {
  const answers = [
    exchange('POST', 'no Authorization header', 201, {}, 'createOrganisation'),
    ...['a, too', 'b, too', 'c, too'].map((name) => exchange('GET', name, 200)),
  ];
  expect(problemsIn(accepted.slice(0, 4), answers).map(({ headline }) => headline)).toEqual([
    'The service accepts a request without an Authorization header (createOrganisation)',
    'The service accepts 3 kinds of invalid credentials (getCaseData)',
  ]);
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

test('What becomes of credentials that are accepted is no further problem', () => {
  const answers = [exchange('GET', 'a', 404), exchange('GET', 'a', 200), exchange('GET', 'b', 404)];
  const kinds = ['status 4xx', 'status 2xx', 'status 4xx'];
  const problems = problemsIn(
    answers.map(({ request: { credentials: name } }, place) => ({
      ...{ kind: kinds[place] ?? '', credentials: name, exchange: place },
    })),
    answers,
  );
  expect(problems.map(({ headline, deviations }) => [headline, deviations.length])).toEqual([
    ['The service accepts a (getCaseData)', 2],
    ['The service answers 404 instead of 401 to b', 1],
  ]);
});

test('Two ways to data are two problems, each named', () => {
  const ways = ['A path with a doubled slash', 'The method GET'];
  const problems = problemsIn(
    ways.map((way) => ({ kind: 'shown', way })),
    exchanges,
  );
  expect(problems.map(({ gravity, code, headline }) => [gravity, code, headline])).toEqual([
    ['exposure', 'credentials-401/handed-over', 'A path with a doubled slash bypasses authentication (200)'],
    ['exposure', 'credentials-401/handed-over', 'The method GET bypasses authentication (200)'],
  ]);
});

test('What reads the same for two callers is one problem, which names both', () => {
  const callers = ['member', 'restricted'];
  const all = callers.map((name, place) => ({
    ...{ requirement: 'case-data-404-foreign', kind: 'status 2xx', credentials: name, exchange: place },
  }));
  const answers = callers.map((name) => exchange('GET', name, 200));
  expect(problemsIn(all, answers)).toMatchObject([
    { headline: "Another organisation's case is readable (200)", also: 'Also: as restricted.' },
  ]);
});

test('A reading that is wrong both when repeated and after changes is said to be repeated', () => {
  const said = (context: string) => ({
    context,
    kind: 'status 2xx',
    message: `${context}: it is answered 204`,
    pointer: '',
  });
  const findings = ['afterwards', 'again'].map((context) => found('case-data-200', '', 'a', said(context)));
  const read = {
    operation: 'getCaseData',
    request: { method: 'GET', path: '/a', credentials: 'member' },
  } as const;
  const shown = [{ ...read, response: { status: 204, durationMs: 1, bodyBytes: 0 } }];
  const [first, ...others] = summaryOf(reportOfRun({ results: [failed('x', findings, shown)] })).problems;
  expect(first?.headline).toBe('again: it is answered 204');
  expect(others).toEqual([]);
});

test('Credentials that the same mistake lets in are one problem, also where the request meets a conflict', () => {
  const [altered, short] = [
    'a valid token whose last characters are altered',
    'a valid token less its last character',
  ];
  const answers = [
    exchange('POST', altered, 409),
    exchange('GET', short, 200),
    exchange('GET', altered, 403),
  ];
  const all = [
    { kind: 'status 4xx', credentials: altered, detail: '' },
    { kind: 'status 2xx', credentials: short, detail: '' },
    { kind: 'status 4xx', credentials: `${altered}, too`, detail: '' },
  ];
  const problems = problemsIn(
    all.map((one, place) => ({ ...one, exchange: place })),
    answers,
  );
  expect(problems).toMatchObject([
    {
      headline: `The service accepts ${short} (getCaseData)`,
      details:
        'Wrong in both such readings of a case. Not sent to getOrganisation, listCases, updateClient or createOrganisation.',
      also: `Also: ${altered}.`,
    },
    {
      headline: `The service answers 403 instead of 401 to ${altered}`,
      details:
        'Only one such reading of a case was judged. Not sent to getOrganisation, listCases, updateClient or createOrganisation.',
      also: '',
    },
  ]);
});

test('What was sent is named in the headline, and all that the same mistake accepts is one problem', () => {
  const ids = ['is a condition of SQL', 'is a percent sign'];
  const problems = problemsIn(
    ids.map((id) => ({
      ...{ requirement: 'case-data-404-absent', kind: 'status 2xx', credentials: 'x', context: id },
      message: `An identifier that ${id} is answered 200`,
    })),
    exchanges,
  );
  expect(problems).toMatchObject([
    {
      headline: 'An identifier that is a condition of SQL is answered 200',
      also: 'Also: a percent sign.',
    },
  ]);
});

test('A wrong status and the body that is missing with it are one problem', () => {
  const findings = [
    { kind: 'status 2xx', credentials: 'member', message: 'The status is 204 instead of 200', detail: '' },
    { kind: 'no record', message: 'The body is empty instead of the client record' },
  ].map((one) => ({ ...one, requirement: 'update-client-200' }));
  expect(problemsIn(findings, [exchange('PATCH', 'member', 204)])).toMatchObject([
    {
      headline: 'A change is answered 204 instead of 200',
      details: 'Only one reading of a case was judged.',
    },
  ]);
});

test('Fields that are wrong in the same way are one problem, of whatever requirement', () => {
  const fields = ['a', 'b', 'c', 'd'].map((name) => ({
    ...{ requirement: name === 'd' ? 'case-price' : 'ta6-4th-texts', kind: 'type' },
    ...{ pointer: `/${name}/0`, message: `/${name}/0 is a number instead of a string` },
  }));
  expect(problemsIn(fields.slice(0, 1), exchanges)).toMatchObject([
    { headline: 'An element of /a is a number instead of a string', places: [] },
  ]);
  expect(problemsIn(fields.slice(2), exchanges)).toMatchObject([
    { headline: 'Each of /c/* and /d/* is a number instead of a string' },
  ]);
  expect(problemsIn(fields, exchanges)).toMatchObject([
    {
      headline: 'Each of 4 fields is a number instead of a string',
      places: ['/a/*', '/b/*', '/c/*', '/d/*'],
    },
  ]);
});

test('Wrong values that are shown as they were sent are one problem of their statement, in whatever way they are wrong', () => {
  const values = { title: '(a number of 2 digits)', firstName: null, lastName: 'x', emailAddress: 'n/a' };
  const one = exchange('PATCH', 'member', 200, values);
  const read = exchange('PATCH', 'member', 200, values);
  const answers = [{ ...one, request: { ...one.request, body: { ...values, lastName: 'y' } } }, read];
  const findings = Object.keys(values).map((name) => ({
    ...{ requirement: name === 'emailAddress' ? 'client-email' : 'client-texts', kind: 'type' },
    ...{ pointer: `/${name}`, message: `/${name} is ${name} instead of a string` },
  }));
  const readBefore = { ...findings[1], exchange: 1 };
  expect(problemsIn([readBefore, ...findings], answers).map(({ headline }) => headline)).toEqual([
    'Wrong values are accepted and shown: /firstName and /title',
    '/lastName is lastName instead of a string',
    'Wrong values are accepted and shown: /emailAddress is emailAddress instead of a string',
  ]);
});

test('The gravest problem comes first, and a symptom may change what the row of the register says', () => {
  const all = problemsIn(
    [
      { requirement: 'error-message', kind: 'required', pointer: '/message' },
      { kind: 'status 5xx', credentials: 'x', exchange: exchanges.length + 1 },
      {
        requirement: 'update-client-200',
        kind: 'changed though refused',
        pointer: '/title',
        exchange: exchanges.length,
      },
      { kind: 'status 2xx', credentials: 'y', exchange: 1 },
    ],
    [...exchanges, exchange('PATCH', 'member', 409), exchange('GET', 'x', 500)],
  );
  expect(all.map(({ gravity, code }) => `${gravity} ${code}`)).toEqual([
    'exposure credentials-401/status',
    'corruption update-client-200/changed-though-refused',
    'failure credentials-401/status',
    'form error-message/required',
  ]);
});

test('A problem shows the change that caused it, then what shows it', () => {
  const change = exchange('PATCH', 'restricted', 403);
  const sent = { ...change, request: { ...change.request, body: { title: 'Xx', firstName: 'Xxxxx' } } };
  const kind = 'changed though refused';
  const [problem] = problemsIn(
    [
      { requirement: 'permissions-403', kind, pointer: '/firstName', exchange: 1, causedBy: 0 },
      { requirement: 'permissions-403', kind, pointer: '/lastName', exchange: 1, causedBy: 0 },
    ],
    [sent, exchange('GET', 'member', 200, { firstName: 'Xxxxx' })],
  );
  expect(problem).toMatchObject({
    headline: 'A change without the permission was refused with 403, but made anyway',
    places: ['/lastName'],
    steps: [
      { words: 'PATCH /api/v2/x as restricted, sent {"title": "Xx", "firstName": "Xxxxx"} → 403' },
      { words: 'then GET /api/v2/x as member → 200, /firstName is "Xxxxx"' },
    ],
  });
});

test.each([
  ['permissions-403', 'restricted', 'A token without the permission can read a case (200)'],
  ['credentials-401', 'a, too', 'The service accepts a, too (getCaseData)'],
])(
  'A forbidden request that was accepted and its effect are one problem: %s',
  (requirement, who, headline) => {
    const findings = [
      { requirement, kind: 'status 2xx', credentials: who, exchange: 0 },
      { requirement, kind: 'changed though refused', pointer: '/title', exchange: 1, causedBy: 0 },
    ];
    const answers = [exchange('PATCH', who, 200), exchange('GET', 'member', 200)];
    expect(problemsIn(findings, answers)).toMatchObject([{ headline, findings: [{ causedBy: 0 }, {}] }]);
  },
);

test('A value that moved to another place is one problem with its own place, where it is missing', () => {
  const change = exchange('PATCH', 'member', 200);
  const sent = { ...change, request: { ...change.request, body: { address: { line_3: 'Xx' } } } };
  const own = { requirement: 'update-client-address-replaced', exchange: 1, causedBy: 0 };
  const message = '/address/line_2 is what was sent as line_3';
  const problems = problemsIn(
    [
      { ...own, kind: 'absent', pointer: '/address/line_3', message: '/address/line_3 is missing' },
      {
        ...own,
        ...{ kind: 'altered', pointer: '/address/line_2', message },
        alike: 'is what was sent as another field',
      },
    ],
    [sent, exchange('PATCH', 'member', 200)],
  );
  expect(problems).toMatchObject([{ headline: message, places: ['/address/line_3'] }]);
});

test('Operations with permissions of their own are problems of their own, and many are one', () => {
  const operations = ['getCaseData', 'listCases', 'updateClient'] as const;
  const headline = (number: number) => {
    const results = operations.slice(0, number).map((operation) => {
      const finding = { requirement: 'permissions-403', kind: 'status 2xx', credentials: 'restricted' };
      const own = { ...finding, pointer: '', message: 'It is 200', exchange: 0, fingerprint: operation };
      return { ...failed(operation, [own], [exchange('GET', 'restricted', 200, {}, operation)]) };
    });
    return summaryOf(reportOfRun({ results })).problems.map((one) => one.headline);
  };
  expect(headline(2)).toEqual([
    'A token without the permission can read a case (200)',
    'A token without the permission can list the cases (200)',
  ]);
  expect(headline(3)).toEqual(['A token without the permission can use 3 operations (200)']);
});

test('Of a long body that was sent, the first names are shown', () => {
  const body = Object.fromEntries([...'abcdefghij'].map((name) => [name.repeat(9), 'x'.repeat(20)]));
  const sent = (value: typeof body | { address: typeof body }) => {
    const one = exchange('POST', 'restricted', 200);
    const answers = [{ ...one, request: { ...one.request, body: value } }];
    return problemsIn([{ requirement: 'permissions-403', kind: 'status 2xx', credentials: 'x' }], answers)[0]
      ?.steps[0]?.words;
  };
  expect(sent({ address: body })).toContain('sent {"address": {…}} →');
  expect(sent(body)).toContain(
    'sent {"aaaaaaaaa": …, "bbbbbbbbb": …, "ccccccccc": …, "ddddddddd": …, "eeeeeeeee": …, "fffffffff": …, "ggggggggg": …, "hhhhhhhhh": …, …} →',
  );
});

test('Of a long body that was sent, the field that the finding names is shown', () => {
  const body = {
    ...Object.fromEntries([...'abcdefghij'].map((name) => [name.repeat(9), 'x'.repeat(20)])),
    zip: 5,
  };
  const one = exchange('POST', 'member', 500);
  const context = 'a number for zip';
  const found = {
    requirement: 'create-organisation',
    kind: 'status 5xx',
    context,
    message: `With ${context}`,
    subject: { one: 'Creating', pointer: '/zip' },
  };
  const [problem] = problemsIn([found], [{ ...one, request: { ...one.request, body } }]);
  expect(problem?.steps[0]?.words).toContain('sent {"zip": 5, "aaaaaaaaa": …, ');
});

test('Fields of whatever statements that one change left as they were are one problem', () => {
  const notMade = [
    { requirement: 'update-client-fields', pointer: '/title', kind: 'not changed' },
    { requirement: 'update-client-address-replaced', pointer: '/address/line_1', kind: 'not changed' },
    { requirement: 'update-client-address-replaced', pointer: '/address/line_2', kind: 'not gone' },
  ];
  const problems = (...places: number[]) =>
    problemsIn(
      notMade.map((one, index) => ({ ...one, message: 'x', exchange: places[index] ?? 0 })),
      places.map(() => exchange('PATCH', 'member', 200)),
    );
  expect(problems(0, 0, 0)).toHaveLength(1);
  expect(problems(0, 0, 1)).toHaveLength(2);
});

const change = (pointer: string, kind: string, exchange = 0) => {
  const requirement = kind === 'not as read back' ? 'update-client-200' : 'update-client-fields';
  return { requirement, pointer, kind, exchange, message: `${pointer} is ${kind}` };
};

test.each<[what: string, findings: ReturnType<typeof change>[], expected: number]>([
  [
    'what the answer shows, and is not read',
    [change('/title', 'not changed', 0), change('/title', 'not as read back', 1)],
    1,
  ],
  [
    'other fields of the answer',
    [change('/title', 'not changed', 0), change('/firstName', 'not as read back', 1)],
    2,
  ],
  [
    'what is altered, at times to the former value',
    [change('/title', 'cut', 0), change('/title', 'not changed', 1)],
    1,
  ],
  ['what is altered in two ways', [change('/title', 'cut', 0), change('/title', 'altered', 1)], 2],
])('A field that stays as before has the same cause as %s, or not', (_, findings, expected) => {
  const answers = [0, 1, 2].map(() => exchange('PATCH', 'member', 200));
  expect(problemsIn(findings, answers)).toHaveLength(expected);
});

test('The example of a problem is a short change that is shown whole, and with a value', () => {
  const byRank: readonly (readonly [sent: Partial<Evidence['request']>, shown: string])[] = [
    [{ whole: true, bodyLength: 20 }, 'x'],
    [{ whole: true, bodyLength: 19, body: { dob: 'x' } }, 'x'],
    [{ whole: true, bodyLength: 12_000 }, 'x'],
    [{ bodyLength: 19 }, 'x'],
    [{ whole: true, bodyLength: 30 }, ''],
    [{ bodyLength: 12_000 }, ''],
    [{ whole: true, bodyLength: 2, body: {} }, 'x'],
  ];
  const answers = byRank.map(([sent, title]) => {
    const one = exchange('PATCH', 'member', 200, { title });
    return { ...one, request: { ...one.request, ...sent } };
  });
  for (const best of answers.keys()) {
    const worstFirst = [...answers.keys()].slice(best).toReversed();
    const found = worstFirst.map((place) => ({ ...change('/title', 'altered', place), alike: 'is altered' }));
    expect(problemsIn(found, answers)).toMatchObject([{ findings: { 0: { exchange: best } } }]);
  }
});

test.each<[what: string, found: string, also: string]>([
  ['another place of the same field', '/title/0 /title/1 /bio/1 /bio/0', 'Also: /bio/1 is "w".'],
  ['an object', '/title/0 /address /bio/0', 'Also: /bio/0 is "v".'],
  ['what another change sent', '/bio/0 /dob@1 /title/0@1', 'Also: /title/0 is "x".'],
  ['nothing that the shown change sent', '/bio/0 /dob', 'Also: /dob is "shown".'],
])('The values of further fields leave out %s', (_, found, also) => {
  const shown = { title: ['x', 'y'], bio: ['v', 'w'], address: {}, dob: 'shown' };
  const one = exchange('PATCH', 'member', 200, shown);
  const sent = { ...one, request: { ...one.request, body: { dob: 'sent' } } };
  const findings = found.split(' ').map((place) => {
    const [pointer = '', exchange = 0] = place.split('@');
    return { ...change(pointer, 'type', Number(exchange)), message: `${pointer} is odd` };
  });
  expect(problemsIn(findings, [sent, sent]).map((one) => one.also)).toEqual([also]);
});

test('The values of further fields leave out the lines that remain of a former address', () => {
  const found = [
    change('/dob', 'not changed'),
    change('/bio', 'not changed'),
    change('/address/uprn', 'not gone'),
  ];
  const answer = exchange('PATCH', 'member', 200, { dob: 'x', bio: 'y', address: { uprn: 'z' } });
  expect(problemsIn(found, [answer]).map(({ also }) => also)).toEqual(['Also: /bio is "y".']);
});

test.each([
  ['van Dyke', 'Van Dyke', 1],
  ['null', 'Van Dyke', 2],
  ['', 'Van Dyke', 2],
  ['Van Dyke', '', 1],
])(
  'A value %j that stays %j has the same cause as a cut one only if it may be altered',
  (sent, stays, expected) => {
    const findings = [change('/lastName', 'cut', 0), change('/lastName', 'not changed', 1)];
    const [cut, same] = [exchange('PATCH', 'member', 200), exchange('PATCH', 'member', 200)];
    const unchanged = {
      request: { ...same.request, body: { lastName: sent } },
      response: { ...same.response, body: { lastName: stays } },
    };
    const ofOne = findings.map((one) => ({ ...one, causedBy: one.exchange }));
    expect(problemsIn(ofOne, [cut, { ...same, ...unchanged }])).toHaveLength(expected);
  },
);

test('Fields that changes altered, although they left them out, are one problem if a change altered both alike', () => {
  const altered = ['/dob', '/status'].map((pointer) => ({
    ...{ requirement: 'update-client-omitted-unchanged', pointer, kind: 'changed though left out' },
    message: `${pointer} was changed although the change left it out`,
  }));
  const problems = (places: readonly (readonly number[])[], shown = {}, held: CheckResult['held'] = []) => {
    const findings = altered.flatMap((one, index) =>
      (places[index] ?? []).map((exchange) => findingOf({ ...one, exchange }, index)),
    );
    const answers = [0, 1].map(() => exchange('PATCH', 'member', 200, shown));
    return summaryOf(reportOfRun({ results: [{ ...failed('x', findings, answers), held }] })).problems;
  };
  expect(problems([[0], [0]])).toMatchObject([{ headline: 'A change also altered /dob and /status' }]);
  expect(problems([[0], [1]])).toHaveLength(2);
  expect(problems([[0, 1], [0]])).toHaveLength(1);
  // Both changes altered /dob, but only one of them /status.
  expect(problems([[0, 1], [0]], {}, [{ exchange: 1, pointer: '/status' }])).toHaveLength(2);
  // The change removed one of the two fields, and gave the other a new value.
  expect(problems([[0], [0]], { status: 'Active' })).toHaveLength(2);
});

type Wrong = Readonly<Record<string, readonly number[]>>;

/** Finds problems in fields, each with the changes after which it is wrong, and with those after which it is right. */
function problemsAfterChanges(kind: string, wrong: Wrong, right: Wrong = {}) {
  const requirements: Readonly<Record<string, string>> = {
    'changed though left out': 'update-client-omitted-unchanged',
    'not changed': 'update-client-fields',
  };
  const placesIn = (fields: Wrong) =>
    Object.entries(fields).flatMap(([pointer, places]) => places.map((exchange) => ({ exchange, pointer })));
  const findings = placesIn(wrong).map((one, index) =>
    findingOf({ ...one, requirement: requirements[kind] ?? '', kind, message: `${one.pointer} is` }, index),
  );
  const answers = [...Array(6)].map(() => exchange('PATCH', 'member', 200));
  const { problems } = summaryOf(
    reportOfRun({ results: [{ ...failed('x', findings, answers), held: placesIn(right) }] }),
  );
  return problems.map((one) => [...new Set(one.findings.map(({ pointer }) => pointer))].sort());
}

const [leftOut, notChanged] = ['changed though left out', 'not changed'] as const;

test.each<[what: string, kind: string, wrong: Wrong, right: Wrong, expected: string[][]]>([
  [
    'ignored by the same changes in part',
    notChanged,
    { '/line_1': [0, 1], '/uprn': [1, 2] },
    {},
    [['/line_1', '/uprn']],
  ],
  [
    'ignored by the same change, though another change made one of them',
    notChanged,
    { '/line_1': [0, 1], '/uprn': [1, 2] },
    { '/uprn': [0] },
    [['/line_1'], ['/uprn']],
  ],
  [
    'ignored by some of the changes that ignored the other, though one made it',
    notChanged,
    { '/title': [0], '/firstName': [0, 1] },
    { '/title': [1] },
    [['/title'], ['/firstName']],
  ],
  [
    'ignored in a chain of changes',
    notChanged,
    { '/line_1': [0, 5], '/uprn': [0, 1], '/city': [1, 2, 3] },
    {},
    [['/city', '/line_1', '/uprn']],
  ],
  [
    'altered together, though one of them was right after a change of the others',
    leftOut,
    { '/title': [0], '/lastName': [0, 1], '/firstName': [0, 1, 2] },
    { '/title': [2] },
    [['/title'], ['/firstName', '/lastName']],
  ],
])('Each finding is in one problem: fields that are %s', (_, kind, wrong, right, expected) => {
  expect(problemsAfterChanges(kind, wrong, right)).toEqual(expected);
});

test('No finding is in two problems', () => {
  const changes = fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 4 });
  const fields = fc.dictionary(fc.constantFrom('/title', '/dob', '/bio', '/city'), changes);
  fc.assert(
    fc.property(fc.constantFrom(leftOut, notChanged), fields, fields, (kind, wrong, right) => {
      const named = problemsAfterChanges(kind, wrong, right).flat();
      expect(named.toSorted()).toEqual(Object.keys(wrong).sort());
    }),
  );
});

test('Lines of a new address that was ignored are named', () => {
  const ignored = ['/address/line_1', '/address/uprn'].map((pointer) => ({
    ...{ requirement: 'update-client-address-replaced', kind: 'not changed', pointer },
  }));
  expect(problemsIn(ignored, [exchange('PATCH', 'member', 200)])).toMatchObject([
    { headline: 'A new address was accepted, but /address/line_1 and /address/uprn stayed as before' },
  ]);
});

test('Lines of a former address that remain are named', () => {
  const remaining = (...pointers: string[]) =>
    problemsIn(
      pointers.map((pointer) => ({
        ...{ requirement: 'update-client-address-replaced', kind: 'not gone', pointer },
        message: `${pointer} is still there, although the new address does not have it`,
      })),
      [exchange('PATCH', 'member', 200)],
    ).map(({ headline }) => headline);
  expect(remaining('/address/uprn')).toEqual(['The new address keeps /address/uprn of the former one']);
  expect(remaining('/address/uprn', '/address/county')).toEqual([
    'The new address keeps /address/uprn and /address/county of the former one',
  ]);
});

test('A place that breaks several statements in the same answers is one problem, as grave as the gravest', () => {
  const findings = [
    { requirement: 'case-id', kind: 'format', message: '/caseId is not a UUID' },
    { requirement: 'case-data-of-the-case', kind: 'no UUID', message: '/caseId is not the case asked for' },
  ];
  const at = (...places: number[]) =>
    problemsIn(
      findings.map((one, index) => ({ ...one, pointer: '/caseId', exchange: places[index] ?? 0 })),
      [exchange('GET', 'member', 200), exchange('GET', 'member', 200)],
    );
  expect(at(0, 0)).toMatchObject([{ gravity: 'failure', deviations: [{}, {}], places: [] }]);
  expect(at(0, 1)).toHaveLength(2);
});

test('Answers of one status that are not JSON are one problem, whether they are refusals of a case or not', () => {
  const [json, type] = ['json', 'type'].map((kind) =>
    problemsIn(
      [
        { requirement: 'error-message', kind, alike: 'are markup instead of JSON' },
        { requirement: 'bodies-are-json', kind: 'json', alike: 'are markup instead of JSON', exchange: 1 },
      ],
      [exchange('GET', 'x', 401), exchange('GET', 'x', 401)],
    ),
  );
  expect(json).toMatchObject([{ headline: 'Answers with 401 are markup instead of JSON (getCaseData)' }]);
  expect(type).toHaveLength(2);
});

test('A valid token that is answered 401 is one problem, whatever was asked for', () => {
  const asked = ['case-data-200', 'get-organisation', 'permissions-403'].map((requirement, place) => ({
    ...{ requirement, kind: 'status 4xx', exchange: place, message: 'The status is 401' },
  }));
  const refused = (...callers: string[]) =>
    problemsIn(
      asked.slice(0, callers.length),
      callers.map((name) => exchange('GET', name, 401)),
    ).map(({ headline }) => headline);
  const asked200 = 'A valid token is answered 401 (getCaseData)';
  expect(refused('member', 'member', 'restricted')).toEqual([asked200]);
  expect(refused('restricted', 'restricted')).toHaveLength(2);
  const elsewhere = exchange('GET', 'member', 401, {}, 'getOrganisation');
  const [found] = problemsIn(asked.slice(0, 2), [exchange('GET', 'member', 401), elsewhere]);
  expect(found?.headline).toBe('A valid token is answered 401 (getCaseData, getOrganisation)');
});

test('A reading with a wrong status is the same problem when it is repeated, but not as another caller', () => {
  const findings = [{}, { context: 'Repeated' }].map((parts, place) => ({
    ...{ requirement: 'get-organisation', kind: 'status 4xx', exchange: place, ...parts },
    message: 'Repeated, getOrganisation is answered 404 instead of 2xx',
  }));
  const asked = (...callers: string[]) =>
    problemsIn(
      findings,
      callers.map((name) => exchange('GET', name, 404)),
    ).map(({ headline }) => headline);
  expect(asked('member', 'member')).toEqual(['Reading the organisation is answered 404 instead of 200']);
  expect(asked('member', 'outsider')).toHaveLength(2);
});

test('A reading that fails is one problem, whoever asks, and the member is named first', () => {
  const callers = ['outsider', 'member'];
  const findings = ['outsider-403', 'get-organisation'].map((requirement, place) => ({
    ...{ requirement, kind: 'status 5xx', exchange: place, message: 'The status is 500 instead of 200' },
  }));
  const failing = callers.map((name) => exchange('GET', name, 500));
  const problems = problemsIn(findings, failing);
  expect(problems).toMatchObject([{ headline: 'Reading the organisation makes the service fail (500)' }]);
  expect(problems).toHaveLength(1);
  const apart = [500, 503].map((status, place) => exchange('GET', callers[place] ?? '', status));
  expect(problemsIn(findings, apart)).toHaveLength(2);
});

test('What is wrong of one request names it, and of several what they have in common', () => {
  const failing = ['no type', 'no user'].map((context, place) => ({
    ...{ requirement: 'create-organisation', kind: 'status 5xx', context, exchange: place },
    message: `Creating an organisation with ${context} makes the service fail (500)`,
    subject: { one: `Creating an organisation with ${context}`, any: 'Creating an organisation' },
  }));
  const problems = (...some: typeof failing) =>
    problemsIn(
      some,
      [0, 1].map(() => exchange('POST', 'member', 500)),
    );
  expect(problems(...failing.slice(0, 1))).toMatchObject([{ headline: failing[0]?.message, also: '' }]);
  expect(problems(...failing)).toMatchObject([
    {
      headline: 'Creating an organisation makes the service fail (500)',
      also: 'Seen with: no type, no user.',
    },
  ]);
});

test('Of a message, only what the headline does not say is repeated', () => {
  const detailsOf = (further: Partial<ReportedDeviation>): string | undefined => {
    const one = exchange('PATCH', 'member', 403, { title: 'x' });
    const sent = { ...one, request: { ...one.request, body: { title: 'x' } } };
    return problemsIn([{ requirement: 'case-data-200', ...further }], [sent])[0]?.details;
  };
  const status = { kind: 'status 4xx', message: 'The status is 403 instead of 200' };
  const once = 'Only one reading of a case was judged.';
  expect(detailsOf({ ...status, detail: '' })).toBe(once);
  const remedy = 'Correct the configuration';
  expect(detailsOf({ ...status, detail: remedy })).toBe(`${remedy}. ${once}`);
  const form = '/title does not match the pattern ^9$';
  const client = { requirement: 'client-telephone-numbers', pointer: '/title' };
  expect(detailsOf({ ...client, kind: 'pattern', message: form })).not.toContain('match');
});

test('The first finding says its detail, or else its message', () => {
  const detailsOf = (...details: readonly Partial<ReportedDeviation>[]): string | undefined => {
    const status = {
      requirement: 'case-data-200',
      kind: 'status 4xx',
      message: 'A valid token is answered 404',
    };
    const findings = details.map((one, place) => ({ ...status, exchange: place, ...one }));
    return problemsIn(findings, [exchange('GET', 'member', 404), exchange('GET', 'member', 404)])[0]?.details;
  };
  const [absent, other] = ['No case has this identifier', 'The identifier is not a UUID'];
  expect(detailsOf({ detail: absent }, { detail: other })).toMatch(new RegExp(`^${absent}. Wrong in`));
  expect(detailsOf({}, { detail: other })).toMatch(/^A valid token is answered 404. Wrong in/);
});

const cut = { kind: 'json', alike: 'are cut off' } as const;

test.each<[what: string, some: readonly Partial<ReportedDeviation>[], headlines: readonly string[]]>([
  [
    'bodies that are cut off, whatever the status',
    [
      { ...cut, requirement: 'bodies-are-json', exchange: 0 },
      { ...cut, requirement: 'error-message', exchange: 1 },
    ],
    ['Answers with 200 are cut off (getCaseData)'],
  ],
  [
    'an organisation that is exchanged',
    ['a creation', 'changes'].map((when) => ({
      ...{ requirement: 'organisation-is-callers', kind: `other after ${when}`, message: `After ${when}` },
    })),
    ['After a creation'],
  ],
])('One problem: %s', (_, some, headlines) => {
  const cutOff = ({ response: { body: _, ...response }, ...others }: Evidence): Evidence => ({
    ...others,
    response,
  });
  const answers = [
    ...[200, 403, 200].map((status) => cutOff(exchange('GET', 'member', status))),
    ...[1, 2].map(() => exchange('PATCH', 'member', 200, { dob: '1980-01-01' })),
  ];
  expect(problemsIn(some, answers).map(({ headline }) => headline)).toEqual(headlines);
});

test.each(['are not JSON', 'are markup instead of JSON'])(
  'Answers that %s are a problem of their own',
  (alike) => {
    const some = [{ ...cut, alike }, cut].map((one, place) => ({
      ...{ ...one, requirement: 'bodies-are-json', exchange: place },
    }));
    const answers = [404, 200].map((status) => exchange('GET', 'member', status));
    expect(problemsIn(some, answers).map(({ headline }) => headline)).toEqual([
      `Answers with 404 ${alike} (getCaseData)`,
      'Answers with 200 are cut off (getCaseData)',
    ]);
  },
);
