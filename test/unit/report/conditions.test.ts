import { expect, test } from 'vitest';
import { unknownToken } from '../../../src/harness/forgeries.ts';
import type { Redacted } from '../../../src/http/redact.ts';
import { conditionsIn } from '../../../src/report/conditions.ts';
import { problemsOf } from '../../../src/report/problems.ts';
import type { Report } from '../../../src/report/report.ts';
import type { Evidence } from '../../../src/trace/evidence.ts';
import { failed, finding, reportOfRun } from './values.ts';

/** The conditions of a problem that the first two of these exchanges show, at that place. */
function conditions(
  pointer: string,
  requests: readonly Partial<Evidence['request']>[],
  kind?: string,
  isMeant?: (words: string) => boolean,
): string[] {
  const response = { status: 200, durationMs: 1, bodyBytes: 1 };
  const shown = requests.map(
    (request): Evidence => ({
      operation: 'updateClient',
      request: { method: 'PATCH', path: '/api/v2/x', credentials: 'member', ...request },
      response,
    }),
  );
  const findings = [0, 1].map((place) => ({
    ...finding('case-price', pointer, 'is wrong', place),
    ...(kind === undefined ? {} : { kind }),
  }));
  const evidence = shown.map((_, place) => place);
  const report = reportOfRun({ results: [{ ...failed('x', findings, shown), evidence }] });
  return conditionsOf(report, undefined, isMeant);
}

/** The conditions, by default without how often a problem was seen. */
function conditionsOf(
  report: Report,
  most?: number,
  isMeant = (words: string): boolean => !/^(Seen \d+ times|In all \d+ changes)/.test(words),
): string[] {
  return problemsOf(report).slice(0, most).flatMap(conditionsIn(report)).filter(isMeant);
}

const named = ['Every change that did so named firstName.'];
const several = ['Only changes of several fields; each of these fields alone can be changed.'];
const both = { body: { title: 'x', firstName: 'x' } };

test.each<[what: string, changes: readonly Partial<Evidence['request']>[], expected: string[]]>([
  ['each change', [both, both, { fields: ['dob'] }], ['In all 2 changes of title.']],
  ['not each change', [both, both, { fields: ['title'] }], []],
  ['changes of others', [both, { fields: ['dob'] }], []],
])('A field that is wrong after %s', (_, changes, expected) => {
  const words = conditions('/title', changes, undefined, (one) => one.startsWith('In all'));
  expect(words).toEqual(expected);
});

test.each<[what: string, changes: readonly Partial<Evidence['request']>[], expected: string[]]>([
  ['named by all and by no passing one', [both, both, { fields: ['title'] }], named],
  ['named by a passing one, too', [both, both, { fields: ['title', 'firstName'] }], []],
  ['not named by all', [both, { body: { title: 'x' } }, { fields: ['title'] }], []],
  ['compared with changes of other fields only', [both, both, { fields: ['lastName'] }], []],
  ['compared with changes by others only', [both, both, { fields: ['title'], credentials: 'x' }], []],
])('A field that is %s', (_, changes, expected) => {
  expect(conditions('/title', changes)).toEqual(expected);
});

const others = [both, { fields: ['title', 'lastName'] }];

test.each<[what: string, changes: readonly Partial<Evidence['request']>[], expected: string[]]>([
  ['and is changed alone', [...others, { fields: ['title'] }], several],
  ['and never alone', [...others, { fields: ['dob'] }], []],
])('A field that is not changed with others, %s', (_, changes, expected) => {
  expect(conditions('/title', changes, 'not changed')).toEqual(expected);
});

const ofOther = { ...both, path: '/api/v2/y' };

test.each<[what: string, changes: readonly Partial<Evidence['request']>[], expected: string[]]>([
  [
    'changes of another client pass',
    [both, both, ofOther],
    ['Seen of this client only: other clients were changed.'],
  ],
  ['other fields of another client are changed', [both, both, { ...ofOther, body: { dob: 'x' } }], []],
])('A change of one client that is not made, where %s', (_, changes, expected) => {
  expect(conditions('/title', changes)).toEqual(expected);
});

const read = { method: 'GET' };
const together = { ...read, concurrent: true } as const;
const race = ['Seen only when requests were sent at the same moment.'];

test.each<[what: string, readings: readonly Partial<Evidence['request']>[], expected: string[]]>([
  ['passes alone', [together, together, read], race],
  ['is wrong alone, too', [together, read, read], []],
  ['was never sent alone', [together, together, together], []],
  ['of which another passes alone', [together, { ...together, path: '/api/v2/y' }, read], []],
  ['passes alone elsewhere', [together, together, { ...read, path: '/api/v2/y' }], []],
])('A reading that is wrong under concurrency and %s', (_, readings, expected) => {
  expect(conditions('/price', readings)).toEqual(expected);
});

test('A case by its identifier in capitals, or with further headers, is no other case', () => {
  const readings: readonly Partial<Evidence['request']>[] = [
    { path: '/api/v2/cases/a' },
    { path: '/api/v2/cases/A' },
    { path: '/api/v2/cases/a', headers: ['accept-language'] },
    { path: '/api/v2/cases/b' },
  ];
  const exchanges = readings.map(
    (request): Evidence => ({
      operation: 'getCaseData',
      request: { method: 'GET', path: '', credentials: 'member', ...request },
      response: { status: 200, durationMs: 1, bodyBytes: 1 },
    }),
  );
  const findings = [0, 1, 2].map((place) => finding('case-price', '/price', 'is wrong', place));
  const results = [{ ...failed('getCaseData.Sale.x', findings, exchanges), evidence: [0, 1, 2, 3] }];
  expect(conditionsOf(reportOfRun({ results }))).toEqual(['In 1 of 2 Sales, in no other case.']);
});

test.each<[wrong: readonly number[], types: readonly string[], expected: string]>([
  [[0, 1, 2], ['Sale', 'Sale', 'Transfer'], 'In all 3 cases.'],
  [[0, 1], ['Sale', 'Sale', 'Transfer'], 'In every Sale, in no other case.'],
  [[0], ['Sale', 'Sale', 'Transfer'], 'In 1 of 2 Sales, in no other case.'],
  [
    [0, 2],
    ['Sale', 'Sale', 'Transfer'],
    'In 1 of 2 Sales and the only Transfer, in no other case: Sale-0, Transfer-2.',
  ],
  [[0, 2], ['Sale', 'Sale', 'Transfer', 'Transfer'], 'In 1 of the 2 cases of each type: Sale-0, Transfer-2.'],
])('Of the cases %j of %j', (wrong, types, expected) => {
  const exchanges = types.map(
    (type): Evidence => ({
      operation: 'getCaseData',
      request: { method: 'GET', path: `/api/v2/cases/${type}`, credentials: 'member' },
      response: { status: 200, durationMs: 1, bodyBytes: 1 },
    }),
  );
  const results = types.map((type, place) => ({
    ...failed(
      `getCaseData.${type}.x`,
      wrong.includes(place) ? [finding('case-price', '/price', 'is wrong', place)] : [],
      exchanges.map((one, at) => ({
        ...one,
        request: { ...one.request, path: `${one.request.path}-${at}` },
      })),
    ),
    evidence: [place],
  }));
  const report = reportOfRun({ results });
  expect(conditionsOf(report)).toEqual([expected]);
  const discovered = { swept: { read: 9, of: 9, deviating: 1 } } as Report['discovered'];
  const swept = { ...report, ...(discovered === undefined ? {} : { discovered }) };
  expect(conditionsOf(swept)).toEqual([]);
});

const company = { buyers: [{ buyerType: 'company', name: 'Xxxx' }] };
const individual = { buyers: [{ buyerType: 'individual', name: 'Xxxx' }] };

test.each<[what: string, pointer: string, bodies: readonly object[], expected: string | undefined]>([
  ['a field', '/location', [{ location: null }, {}], 'Every case that has /location is wrong.'],
  ['a value', '/price', [{ price: 'x' }, { price: 0 }, {}], 'Where it is right, /price is 0 or missing.'],
  ['a list', '/buyers/0/name', [individual, { buyers: [] }], 'Where it is right, /buyers is empty.'],
  [
    'its elements',
    '/buyers/0/name',
    [individual, company],
    'Where it is right, /buyers is an array with buyerType "company".',
  ],
  ['nothing', '/buyers/0/name', [individual, individual], undefined],
  ['nothing that is known', '/location', [{ location: null }], undefined],
])(
  'Of two cases and more, the first is wrong and differs from the others in %s',
  (_, pointer, bodies, expected) => {
    const exchanges = ['a', 'b', 'c'].map(
      (name, place): Evidence => ({
        operation: 'getCaseData',
        request: { method: 'GET', path: `/api/v2/cases/${name}/data`, credentials: 'member' },
        response: {
          ...{ status: 200, durationMs: 1, bodyBytes: 1 },
          ...(bodies[place] === undefined ? {} : { body: bodies[place] as Redacted }),
        },
      }),
    );
    const results = [
      {
        ...failed('getCaseData.Sale.x', [finding('case-price', pointer, 'is wrong')], exchanges),
        evidence: [0, 1, 2],
      },
    ];
    const words = conditionsOf(reportOfRun({ results }), undefined, (one) => /^(Where|Every)/.test(one));
    expect(words).toEqual(expected === undefined ? [] : [expected]);
  },
);

test('Of a field that a case of another type has rightly, not every case that has it is wrong', () => {
  const bodies = [{ location: null }, {}, { location: {} }];
  const exchanges = bodies.map(
    (body, place): Evidence => ({
      operation: 'getCaseData',
      request: { method: 'GET', path: `/api/v2/cases/${place}/data`, credentials: 'member' },
      response: { status: 200, durationMs: 1, bodyBytes: 1, body },
    }),
  );
  const wrong = finding('case-price', '/location', 'is wrong');
  const results = [
    failed('getCaseData.Sale.x', [wrong], exchanges.slice(0, 2)),
    failed('getCaseData.Purchase.x', [], exchanges.slice(2)),
  ];
  const words = conditionsOf(reportOfRun({ results }), undefined, (one) => /^(Where|Every)/.test(one));
  expect(words).toEqual(['Where it is right, /location is missing.']);
});

test.each<[what: string, statuses: readonly number[], expected: string[]]>([
  ['the first one succeeded', [201, 500, 400, 500], ['Only the first creation of the run succeeded.']],
  ['a later one succeeded, too', [201, 500, 201, 500], []],
  ['none succeeded', [500, 500], []],
])('Of creations that fail, %s', (_, statuses, expected) => {
  const exchanges = statuses.map(
    (status): Evidence => ({
      operation: 'createOrganisation',
      request: { method: 'POST', path: '/api/v2/org', credentials: 'member' },
      response: { status, durationMs: 1, bodyBytes: 1 },
    }),
  );
  const places = [...statuses.keys()].filter((place) => statuses[place] === 500);
  const findings = places.map((place) => finding('create-organisation', '', 'It fails', place));
  const report = reportOfRun({ results: [failed('createOrganisation.x', findings, exchanges)] });
  expect(conditionsOf(report, undefined, (one) => one.startsWith('Only'))).toEqual(expected);
});

const whole = (title: unknown): Partial<Evidence['request']> => ({
  body: { title } as Redacted,
  whole: true,
});

test.each<[what: string, changes: readonly Partial<Evidence['request']>[], expected: string[]]>([
  ['both', [whole('NULL'), whole('-5'), whole('Mr')], ['Wrong with "NULL", "-5".', 'Right with "Mr".']],
  ['right with one of them, too', [whole('NULL'), whole('-5'), whole('NULL')], ['Wrong with "NULL", "-5".']],
  ['with a single value', [whole('NULL'), whole('NULL')], []],
  [
    'with values of the target',
    [{ body: { title: 'Xx' } }, whole('NULL'), whole('Mr')],
    ['Right with "Mr".'],
  ],
  ['by others', [whole('NULL'), whole('NULL'), { ...whole('Mr'), credentials: 'restricted' }], []],
])('The values with which a field is wrong and right: %s', (_, changes, expected) => {
  expect(conditions('/title', changes, undefined, (one) => / with /.test(one))).toEqual(expected);
});

test('A change that deviates otherwise does not show that the field alone can be changed', () => {
  const exchanges = [['title', 'lastName'], ['title', 'firstName'], ['title']].map(
    (fields): Evidence => ({
      operation: 'updateClient',
      request: { method: 'PATCH', path: '/api/v2/x', credentials: 'member', fields },
      response: { status: 200, durationMs: 1, bodyBytes: 1 },
    }),
  );
  const notMade = [0, 1].map((place) => ({
    ...finding('case-price', '/title', 'x', place),
    kind: 'not changed',
  }));
  const conditionsWith = (...more: ReturnType<typeof finding>[]) => {
    const report = reportOfRun({ results: [failed('x', [...notMade, ...more], exchanges)] });
    return conditionsOf(report, 1);
  };
  expect(conditionsWith()).toEqual(several);
  expect(conditionsWith(finding('case-id', '/title', 'is missing', 2))).toEqual([]);
});

/** The conditions of what the first of these exchanges shows, which one check looked at. */
function conditionsOfFirst(
  requirement: string,
  exchanges: readonly Evidence[],
  further: Partial<Report> = {},
): string[] {
  const found = { ...finding(requirement, '', 'The status is 200 instead of 401', 0), kind: 'status 2xx' };
  const evidence = exchanges.map((_, place) => place);
  const report = reportOfRun({ results: [{ ...failed('x', [found], exchanges), evidence }] });
  return conditionsOf({ ...report, ...further });
}

function answered(
  operation: Evidence['operation'],
  path: string,
  credentials: string,
  status: number,
): Evidence {
  return {
    operation,
    request: { method: 'GET', path, credentials },
    response: { status, durationMs: 1, bodyBytes: 1 },
  };
}

test.each<[operation: Evidence['operation'], statuses: number[], sentences: string[]]>([
  ['listCases', [401, 401], ['listCases refused 2 other kinds of invalid credentials.']],
  ['listCases', [401, 200], ['listCases refused 1 other kind of invalid credentials.']],
  ['getOrganisation', [401, 401], []],
])('An operation that lets something in may refuse others: %s %j', (operation, statuses, sentences) => {
  const others = statuses.map((status, place) => answered(operation, '/x', `forgery ${place}`, status));
  const letIn = answered('listCases', '/x', unknownToken.title, 200);
  const said = conditionsOfFirst('credentials-401', [
    letIn,
    ...others,
    answered(operation, '/x', 'member', 200),
  ]);
  expect(said).toEqual(['This run sent it to no other operation.', ...sentences]);
});

test('Only 401 is a refusal of the same credentials by another operation', () => {
  const sent = ([operation, status]: readonly [Evidence['operation'], number]) =>
    answered(operation, `/api/v2/${operation}`, unknownToken.title, status);
  const rows = [
    ['getCaseData', 200],
    ['getOrganisation', 401],
    ['listCases', 404],
  ] as const;
  expect(conditionsOfFirst('credentials-401', rows.map(sent))).toEqual([
    'Refused by getOrganisation.',
    'This run did not send it to updateClient and createOrganisation.',
  ]);
});

test('Refusals of the same credentials by the operation itself are counted', () => {
  const sent = [
    ...[200, 401, 401].map((status) => answered('listCases', '/x', unknownToken.title, status)),
    answered('listCases', '/x', 'member', 200),
    answered('listCases', '/x/', unknownToken.title, 401),
  ];
  expect(conditionsOfFirst('credentials-401', sent)).toEqual([
    'listCases refused it 2 times, first: GET /x with a token that nobody was given → 401.',
    'This run sent it to no other operation.',
  ]);
});

test.each([
  ['the same path', 'a', 'As member, it is answered 404.'],
  ['the path in the other letter case', 'A', 'As member, the path in the other letter case is answered 404.'],
])('What a member is answered who asks for %s is said', (_, path, expected) => {
  const [wrong, right] = [
    answered('getCaseData', path, 'restricted', 200),
    answered('getCaseData', 'a', 'member', 404),
  ];
  expect(conditionsOfFirst('case-data-404-foreign', [wrong, right])).toContain(expected);
  expect(
    conditionsOfFirst('case-data-404-foreign', [wrong, { ...right, response: wrong.response }]),
  ).not.toContain(expected);
});

test('Cases of other organisations are counted, in whatever spelling they are asked for', () => {
  const [shown, hidden] = ['3', '4'].map((digit) => `${digit}f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11`);
  const asked = [`${shown}`, `${hidden}`, `${hidden}`.toUpperCase(), `${hidden}`.replaceAll('-', '')];
  const exchanges = asked.map((id, place) =>
    answered('getCaseData', `/api/v2/cases/${id}/data`, 'member', place === 0 ? 200 : 404),
  );
  expect(conditionsOfFirst('case-data-404-foreign', exchanges)).toEqual([
    'In 1 of 2 cases of other organisations.',
  ]);
  // Of whom the tokens and cases of a recording are is not known.
  const recorded = { recorded: {} } as Partial<Report>;
  expect(conditionsOfFirst('case-data-404-foreign', exchanges, recorded)).toEqual([]);
  expect(conditionsOfFirst('credentials-401', exchanges, recorded)).toEqual([]);
});

test('A change of the field that was refused is not wrong, so not all are', () => {
  const changes = [200, 200, 422].map(
    (status, place): Evidence => ({
      operation: 'updateClient',
      request: { method: 'PATCH', path: `/${place}`, credentials: 'member', fields: ['title'] },
      response: { status, durationMs: 1, bodyBytes: 1 },
    }),
  );
  const findings = [0, 1].map((place) => finding('update-client-fields', '/title', 'is wrong', place));
  const report = reportOfRun({ results: [failed('x', findings, changes)] });
  expect(conditionsOf(report, undefined, (one) => one.startsWith('In all'))).toEqual([]);
});

test('Of an outsider, the cases that the outsider asked for count', () => {
  const paths = ['Sale', 'Transfer', 'Purchase'].map((type) => `/api/v2/cases/${type}/data`);
  const own = paths.map((path) => answered('getCaseData', path, 'member', 200));
  const outside = paths.slice(0, 2).map((path) => answered('getCaseData', path, 'outsider', 200));
  const results = [
    ...['Sale', 'Transfer', 'Purchase'].map((type, place) =>
      failed(`getCaseData.${type}.x`, [], own.slice(place, place + 1)),
    ),
    failed(
      'getCaseData.outsider',
      [0, 1].map((place) => ({
        ...finding('outsider-403', '', 'The status is 200 instead of 403', place),
        kind: 'status 2xx',
      })),
      outside,
    ),
  ];
  expect(conditionsOf(reportOfRun({ results }))).toEqual(['In all 2 cases.']);
});
