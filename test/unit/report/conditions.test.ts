import { expect, test } from 'vitest';
import type { ReportedDeviation } from '../../../src/conformance/result.ts';
import { unknownToken } from '../../../src/harness/forgeries.ts';
import { changedParts, roleClaimed } from '../../../src/harness/spellings.ts';
import { rewritten } from '../../../src/harness/token-places.ts';
import type { Redacted } from '../../../src/http/redact.ts';
import { conditionsIn } from '../../../src/report/conditions.ts';
import { problemsOf } from '../../../src/report/problems.ts';
import type { Report } from '../../../src/report/report.ts';
import type { Evidence } from '../../../src/trace/evidence.ts';
import { failed, finding, type OwnResult, reportOfRun } from './values.ts';

interface Sent extends Partial<Evidence['request']> {
  readonly operation?: Evidence['operation'];
  readonly status?: number;
  readonly shown?: object;
}

function exchangeOf({ operation = 'updateClient', status = 200, shown, ...request }: Sent): Evidence {
  return {
    operation,
    request: { method: 'PATCH', path: '/api/v2/x', credentials: 'member', ...request },
    response: {
      ...{ status, durationMs: 1, bodyBytes: 1 },
      ...(shown === undefined ? {} : { body: shown as Redacted }),
    },
  };
}

const ofFrequency = /^(Wrong in |Only one |Seen (once|\d))/;

function differencesOf(...args: Parameters<typeof conditionsOf>): string[] {
  return conditionsOf(...args).filter((one) => !ofFrequency.test(one));
}

function conditionsOf(results: readonly OwnResult[], further: Partial<Report> = {}): string[] {
  const report = { ...reportOfRun({ results }), ...further };
  return problemsOf(report).slice(0, 1).flatMap(conditionsIn(report));
}

const checked = (findings: readonly ReportedDeviation[], sent: readonly Sent[]): OwnResult =>
  failed('x', findings, sent.map(exchangeOf));

const wrongAt = (pointer: string, times: number): ReportedDeviation[] =>
  Array.from({ length: times }, (_, place) => finding('case-price', pointer, 'is wrong', place));

function ofTwo(pointer: string, requests: readonly Sent[], isOften = false, wrong = 2): string[] {
  const said = conditionsOf([checked(wrongAt(pointer, wrong), requests)]);
  return said.filter((one) => isOften === ofFrequency.test(one));
}

const both = { body: { title: 'x', firstName: 'x' } };
const several = 'Only changes of several fields were wrong.';
const leftOut = 'changed though left out';
const titled: Sent = { body: { title: 'y' } };
const ofOther = { ...both, path: '/api/v2/y' };
const oneClient = ['Wrong only with this client: others were right.'];
const asking: Sent = { operation: 'getOrganisation', method: 'GET' };
const welsh: Sent = { ...asking, headers: ['Accept: */*', 'Accept-Language: cy'] };
const whole = (title: unknown): Sent => ({ body: { title } as Redacted, whole: true });

test.each<[what: string, requests: readonly Sent[], expected: string[], wrong?: number]>([
  ['further fields that both name, perhaps by chance', [both, both, { body: { title: 'y' } }], [several]],
  ['fields that a right one names, too', [both, both, { body: { title: 'y', firstName: 'y' } }], []],
  ['fields that not all name', [both, { body: { title: 'x' } }, { body: { title: 'y' } }], []],
  ['changes of other fields only', [both, both, { body: { lastName: 'y' } }], []],
  ['changes by others only', [both, both, { body: { title: 'y' }, credentials: 'x' }], []],
  ['another client that was changed', [both, both, ofOther], oneClient],
  ['other fields of another client', [both, both, { ...ofOther, body: { dob: 'x' } }], []],
  ['values', ['NULL', '-5', 'Mr', '-5'].map(whole), ['Wrong with "-5", "NULL". Right with "Mr".']],
  ['a single value', [whole('NULL'), whole('NULL')], []],
  ['a field that is sent alone', [titled, titled, both], ['Only changes of title alone were wrong.']],
  ['values by others', [whole('NULL'), whole('NULL'), { ...whole('Mr'), credentials: 'restricted' }], []],
  [
    'a field that three name',
    [both, both, both, titled],
    ['Every wrong change named firstName, and no right one did.'],
    3,
  ],
  [
    'a header that all wrong readings have',
    [welsh, welsh, { ...asking, headers: ['Accept: */*'] }, asking],
    ['Only readings with Accept-Language: cy were wrong.'],
  ],
  [
    'a header of a single one',
    [{ ...both, headers: ['Transfer-Encoding: chunked'] }, { body: { title: 'y', firstName: 'y' } }],
    ['Only changes with Transfer-Encoding: chunked were wrong.'],
    1,
  ],
])('Requests that are wrong differ from others in %s', (_, requests, expected, wrong) => {
  expect(ofTwo('/title', requests, false, wrong)).toEqual(expected);
});

test('Two fields are named that no right change has together', () => {
  const right = [titled, { body: { title: 'y', dob: 'z' } }, { body: { title: 'y', firstName: 'z' } }];
  const wrong = { title: 'x', firstName: 'x', dob: 'x' };
  const said = (third: Sent['body'] & object) =>
    ofTwo('/title', [{ body: wrong }, { body: wrong }, { body: third }, ...right], false, 3);
  expect(said({ title: 'x', dob: 'x', lastName: 'x' })).toEqual([]);
  expect(said({ ...wrong, bio: 'x' })).toEqual(['Wrong only if a change has both dob and firstName.']);
});

test('Two fields that are mixed are named, unless a right change has both, with different texts', () => {
  const findings = [0, 1, 2].flatMap((place) =>
    ['/title', '/dob'].map((pointer) => finding('case-price', pointer, 'is another', place)),
  );
  const [wrong, alike] = [
    { title: 'a', dob: 'b', bio: 'c' },
    { title: 'x', dob: 'x', bio: 'y' },
  ];
  const said = (right: object) =>
    differencesOf([
      checked(
        findings,
        [wrong, wrong, wrong, { title: 'a' }, right].map((body) => ({ body: body as Redacted })),
      ),
    ]);
  expect(said(alike)).toEqual(['Wrong only if a change has both dob and title.']);
  expect(said({ ...alike, dob: 'z' })).toEqual([]);
});

test('A change that must be refused is compared with all that were refused', () => {
  const by = { credentials: 'restricted' };
  const refused = { ...by, status: 403, body: { title: 'x' } };
  const made = { ...by, body: { address: 'x' } };
  const read = { body: {}, status: 200 };
  const findings = [0, 1].map((place) => ({
    ...finding('permissions-403', '/address', 'was changed', 2),
    causedBy: place,
  }));
  const requests = [made, { ...made, body: { address: 'y' } }, read, refused, refused];
  expect(conditionsOf([checked(findings, requests)])).toEqual([
    'Wrong in 2 of 4 changes as restricted.',
    'Only changes of address alone were wrong.',
  ]);
});

const [otherCase = ''] = changedParts.keys();

const role = { headers: ['X-Role: admin'] };
const spelled: Sent = { ...role, method: 'GET', spelling: otherCase };
const claimed: Sent = { ...spelled, spelling: roleClaimed.id };
const either = 'Sent in one request, so any of these may be to blame: the header X-Role: admin or the path.';

test.each<[what: string, wrong: Sent, refused: readonly Sent[], expected: string]>([
  ['all of them', spelled, [], either],
  [
    'the one that no refused request had',
    spelled,
    [claimed],
    'Of what was sent in addition, only the path may be to blame.',
  ],
  ['all of them, if each was refused alone', spelled, [{ ...spelled, headers: [] }, claimed], either],
  [
    'what a forgery consists of',
    { method: 'GET', credentials: rewritten('/x').title },
    [],
    'Sent in one request, so any of these may be to blame: the headers x-original-url, x-rewrite-url and x-forwarded-uri.',
  ],
])('Of several ways past a guard in one request is named: %s', (_, wrong, refused, expected) => {
  const sent = [wrong, wrong, ...refused.map((one) => ({ ...one, status: 403 }))];
  expect(ofTwo('/name', sent)).toContain(expected);
});

test('What not all wrong requests have is not to blame, and was not refused', () => {
  for (const refused of [[], [{ method: 'GET', status: 403 }]])
    expect(ofTwo('/name', [spelled, claimed, ...refused])).toContain(
      'Of what was sent in addition, only the header X-Role: admin may be to blame.',
    );
  expect(ofTwo('/name', [spelled, { method: 'GET' }])).toEqual([]);
  const alone = { ...claimed, status: 403 };
  const further = { ...claimed, headers: ['X-Role: admin', 'X-Debug: 1'] };
  expect(ofTwo('/name', [spelled, further, alone])).toContain(
    'All such requests had the header X-Role: admin.',
  );
});

test.each<[what: string, wrong: readonly object[], right: readonly object[], expected: string]>([
  ['a character', [{ title: 'a %' }, { title: 'b%' }], [{ title: 'c' }], 'Only the wrong ones sent "%".'],
  ['one in a single request', [{ title: 'Ann\0' }], [{ title: 'Ann' }], 'Only the wrong ones sent NUL.'],
  [
    'a value of another type',
    [{ title: 5 }, { title: 7, firstName: null }],
    [{ title: 'Ann', firstName: null }],
    'Only the wrong ones sent a number for title.',
  ],
  [
    'kinds of texts',
    [{ lastName: '🏡 “Ox” “a” 9–5 €5' }, { lastName: '𠮷 “Ash” A–Z 5€' }],
    [{ lastName: 'Zoë' }],
    'Only the wrong ones sent these, so one of them may be to blame: characters beyond the basic plane, an en dash, curly quotes, a euro sign.',
  ],
  ['an invisible character', [{ title: 'Ann\t' }], [{ title: 'Ann' }], 'Only the wrong ones sent a tab.'],
  [
    'a length',
    [{ title: 'x'.repeat(31) }, { title: 'y'.repeat(50) }],
    [{ title: 'z'.repeat(30) }],
    'Only texts of more than 30 characters were wrong.',
  ],
])('Of changes that fail, it is said which %s they alone sent', (_, wrong, right, expected) => {
  const changes = [...wrong, ...right].map((body, place) =>
    exchangeOf({ body: body as Redacted, status: place < wrong.length ? 500 : 200 }),
  );
  const findings = wrong.map((_one, place) => ({
    ...finding('update-client-fields', '', 'is answered 500', place),
    ...{ kind: 'status 5xx', subject: { one: 'A change of title', any: 'A change' } },
  }));
  expect(differencesOf([failed('x', findings, changes)])[0]).toBe(expected);
});

function ofChanged(
  kind: string,
  pointer: string,
  changes: readonly (readonly [sent: object, shown?: object])[],
  held?: readonly number[],
) {
  const shown = changes.map(([body, found]) =>
    exchangeOf({ body: body as Redacted, whole: true, ...(found && { shown: found }) }),
  );
  const findings = changes.flatMap(([, found], place) =>
    found === undefined ? [] : [{ ...finding('update-client-x', pointer, 'is wrong', place), kind }],
  );
  const places = held?.map((exchange) => ({ exchange, pointer }));
  return conditionsOf([{ ...failed('x', findings, shown), ...(places && { held: places }) }]);
}

test.each<[what: string, found: string[], expected: string[]]>([
  [
    'cut: those that send a longer text',
    ofChanged('cut', '/title', [
      [{ title: 'abcdef' }, { title: 'abc' }],
      [{ title: 'abcd' }, { title: 'abc' }],
      [{ title: 'abc' }],
    ]),
    ['Wrong in 2 of 3 changes of title.', 'Only texts of more than 3 characters were wrong.'],
  ],
  [
    'of a wrong type as it was sent: also later ones, whose values do not matter',
    ofChanged('type', '/title', [
      [{ title: ['Ann'] }, { title: ['Ann'] }],
      [{ title: 'Mr' }, { title: ['Ann'] }],
      [{ title: 'Ms' }],
    ]),
    ['Wrong in 2 of 3 changes of title.', 'Wrong with ["Ann"]. Right with "Ms".'],
  ],
  [
    'altered: all that send it',
    ofChanged('altered', '/title', [
      [{ title: 'Zoë Ann' }, { title: 'Zoe Ann' }],
      [{ title: 'Noë Lane' }],
      [{ title: 'Ann' }],
    ]),
    ['Wrong in 1 of 3 changes of title.', 'Wrong with "Zoë Ann". Right with "Ann", "Noë Lane".'],
  ],
  [
    'altered though left out: those that a rule found right',
    ofChanged(leftOut, '/dob', [[{ title: 'a' }], [{ lastName: 'b' }, {}], [{ firstName: 'c' }]], [0]),
    ['Wrong in 1 of 2 changes that left dob out.'],
  ],
  [
    'altered though left out: not those that sent it',
    ofChanged(leftOut, '/title', [[{ lastName: 'b' }], [{ dob: 'a' }, {}], [{ title: 'd' }]], [0, 2]),
    ['Wrong in 1 of 2 changes that left title out.'],
  ],
  [
    'cut at a character: those that send one',
    ofChanged('cut', '/title', [
      [{ title: 'ab\nc' }, { title: 'ab' }],
      [{ title: 'abcdef\ng' }, { title: 'abcdef' }],
      [{ title: 'abcdefghij' }],
    ]),
    ['Wrong in 2 of 3 changes of title.', 'Only the wrong ones sent a line feed.'],
  ],
  [
    'still there where nothing was sent: those that leave it out',
    ofChanged('not gone', '/address/line_2', [
      [{ address: { line_3: 'ab' } }, { address: { line_2: 'ab' } }],
      [{ address: { line_2: '', line_3: 'cd' } }],
      [{ address: { line_2: 'ef', line_3: 'gh' } }],
    ]),
    ['Wrong in 1 of 2 changes of address.'],
  ],
])('Of the changes, only those count that could show that a field is %s', (_, found, expected) => {
  expect(found.slice(0, expected.length)).toEqual(expected);
});

test('An empty change among concurrent ones only reads what others altered', () => {
  const left = { ...finding('update-client-x', '/dob', 'was changed'), kind: leftOut };
  const sent: Sent[] = [{ body: { title: 'b' } }, { body: { title: 'a' } }, { body: {}, concurrent: true }];
  const findings = [1, 2].map((exchange) => ({ ...left, exchange }));
  const held = [{ exchange: 0, pointer: '/dob' }];
  const [often] = conditionsOf([{ ...checked(findings, sent), held }]);
  expect(often).toBe('Wrong in 1 of 2 changes that left dob out.');
});

test('A change that was wrong at another place counts as right where the checks say so', () => {
  const sent: Sent[] = ['a', 'b'].map((title) => ({ body: { title, dob: title } }));
  const title = finding('update-client-x', '/title', 'is wrong', 0);
  const dob = finding('update-client-x', '/dob', 'is another', 1);
  const held = [{ exchange: 1, pointer: '/title' }];
  expect(conditionsOf([{ ...checked([title, dob], sent), held }])[0]).toBe(
    'Wrong in 1 of 2 changes of title.',
  );
});

const read = { method: 'GET', operation: 'getCaseData' } as const;
const together = { ...read, concurrent: true } as const;
const race = ['Seen only when requests were sent at the same moment.'];

test.each<[what: string, readings: readonly Sent[], expected: string[]]>([
  ['passes alone', [together, together, read], race],
  ['is wrong alone, too', [together, read, read], []],
  ['passes at the same moment, too', [together, together, read, together], []],
  ['was never sent alone', [together, together, together], []],
  ['of which only another passes alone', [together, { ...together, path: '/api/v2/y' }, read], []],
])('A reading that is wrong under concurrency and %s', (_, readings, expected) => {
  expect(ofTwo('/price', readings).filter((one) => !one.startsWith('Right'))).toEqual(expected);
});

test.each<[what: string, further: Partial<Evidence['request']>, expected: string[]]>([
  ['right before', {}, ['The same request was right (200) before, and wrong from then on.']],
  ['right with other headers', { headers: ['x'] }, []],
])('A reading that is wrong was %s', (_, further, expected) => {
  const sent = [{ ...read, ...further }, read, { ...read, path: '/api/v2/y' }].map(exchangeOf);
  const wrong = finding('case-price', '/price', 'is wrong', 1);
  const said = conditionsOf([failed('x', [wrong], sent)]);
  expect(said.filter((one) => one.startsWith('The same'))).toEqual(expected);
});

const create = { operation: 'createOrganisation', method: 'POST' } as const;
test('A reading that failed at another time was not right', () => {
  const sent = [404, 500].map((status) => exchangeOf({ ...read, status }));
  const wrong = { ...finding('case-data-200', '', 'is answered 404'), kind: 'status 4xx' };
  const said = conditionsOf([failed('x', [wrong], sent)]);
  expect(said.filter((one) => one.startsWith('The same'))).toEqual([]);
});

const restricted = { credentials: 'restricted' } as const;
const ofStatus = { pointer: '', kind: 'status 4xx' };

test.each<[what: string, sent: readonly [Sent, Sent], other: Partial<ReportedDeviation>, isRight: boolean]>([
  ['a reading with another wrong status', [read, { ...read, status: 403 }], ofStatus, false],
  ['a change with another wrong status', [whole('x'), { ...whole('y'), status: 400 }], ofStatus, false],
  [
    'a change that should have been refused',
    [
      { ...whole('x'), ...restricted },
      { ...whole('y'), ...restricted },
    ],
    { pointer: '/title', kind: 'changed though refused' },
    false,
  ],
  ['a reading with a wrong value', [read, read], { pointer: '/price', kind: 'type' }, true],
])(
  'Next to a wrong status, only a request with a right one is called right: %s',
  (_, [sent, other], of, isRight) => {
    const findings = [ofStatus, of].map((one, place) => ({
      ...finding('case-data-200', '', `is answered ${place}`, place),
      ...one,
    }));
    const answers = [{ ...sent, status: 404 }, other].map(exchangeOf);
    const [often, ...said] = conditionsOf([failed('x', findings, answers)]);
    expect(often).toMatch(/^Wrong in 1 of 2 (changes|readings of a case)( as restricted)?\.$/);
    expect(said.some((one) => /^The same request .* right /.test(one))).toBe(isRight);
  },
);

test.each<[what: string, requests: readonly Sent[], expected: string]>([
  ['all changes of the field', [both, both, { body: { dob: 'y' } }], 'Wrong in both changes of title.'],
  ['not all of them', [both, both, titled], 'Wrong in 2 of 3 changes of title.'],
  ['all that were not refused', [both, both, { ...titled, status: 422 }], 'Wrong in both changes of title.'],
  ['all, also the same ones', [both, both, both], 'Wrong in 2 of 3 changes of title.'],
  ['any changes', [both, { body: { dob: 'y' } }, { body: { bio: 'y' } }], 'Wrong in 2 of 3 changes.'],
  ['empty changes', [{ body: {} }, { body: {} }, both], 'Wrong in both empty changes.'],
  ['one of each operation', [create, both], 'Wrong in both requests: createOrganisation, updateClient.'],
  ['other callers', [both, both, { ...both, credentials: 'x' }], 'Wrong in both changes of title.'],
  ['of a caller', Array(3).fill({ ...create, ...restricted }), 'Wrong in 2 of 3 creations as restricted.'],
  ['those with a forgery', Array(3).fill({ ...create, credentials: 'x' }), 'Wrong in 2 of 3 such creations.'],
])('How many requests are wrong, of those that the check looked at: %s', (_, requests, expected) => {
  expect(ofTwo('/title', requests, true)).toEqual([expected]);
});

test('A change that is sent again alone after a burst does not count as right', () => {
  const altered = [0, 1].map((place) => ({
    ...finding('update-client-x', '/title', 'is altered', place),
    ...{ causedBy: place, kind: 'altered' },
  }));
  const held = [{ exchange: 2, pointer: '/title' }];
  expect(conditionsOf([{ ...checked(altered, [both, both, both]), held }])[0]).toBe(
    'Wrong in both changes of title.',
  );
});

test('Of answers without a message, those with the same status count', () => {
  const findings = [0, 1].map((place) => finding('error-message', '/message', 'is missing', place));
  const answers = [404, 404, 404, 400].map((status) => exchangeOf({ ...read, status }));
  expect(conditionsOf([failed('x', findings, answers)])).toEqual(['Wrong in 2 of 3 answers with 404.']);
});

function ofCases(types: readonly string[], wrong: readonly number[], sent: readonly Sent[] = []): string[] {
  const results = types.map((type, place) => ({
    ...failed(
      `getCaseData.${type}.x`,
      wrong.includes(place) ? [finding('case-price', '/price', 'is wrong')] : [],
      [exchangeOf({ ...read, path: `/api/v2/cases/${type}-${place}`, shown: { price: 1 }, ...sent[place] })],
    ),
  }));
  expect(conditionsOf(results, { discovered: { swept: {} } as Report['discovered'] })).toEqual([
    wrong.length > 1 ? `Seen ${wrong.length} times.` : 'Seen once.',
  ]);
  return conditionsOf(results);
}

test.each<[wrong: readonly number[], types: readonly string[], expected: string]>([
  [[0], ['Sale'], 'The case is a Sale.'],
  [[0, 1, 2], ['Sale', 'Sale', 'Transfer'], 'Wrong in all 3 cases that were read.'],
  [[0, 1], ['Sale', 'Sale', 'Transfer'], 'Wrong in both Sales, in no other case.'],
  [[0], ['Sale', 'Sale', 'Transfer'], 'Wrong in 1 of 2 Sales, in no other case.'],
  [
    [0, 2],
    ['Sale', 'Sale', 'Transfer'],
    'Wrong in 1 of 2 Sales and the only Transfer (Sale-0, Transfer-2), in no other case.',
  ],
])('Of the cases %j of %j', (wrong, types, expected) => {
  const isOfSome = / \d of \d /.test(expected);
  const right = ['Right in the Sale Sale-1.'];
  expect(ofCases(types, wrong)).toEqual([expected, ...(isOfSome ? right : [])]);
});

test.each<[what: string, kind: string, other: object, expected: string]>([
  ['that have the field', 'type', { price: 'c' }, 'Wrong in the only Sale, in no other case.'],
  ['but not those without it', 'type', {}, 'Wrong in the only Sale.'],
  ['but not those with another one of several', 'enum', { price: 'c' }, 'Wrong in the only Sale.'],
])('Other cases are those %s', (_, kind, other, expected) => {
  const showing = (path: string, shown: object) => [
    exchangeOf({ ...read, path: `/api/v2/cases/${path}`, shown }),
  ];
  const wrong = { ...finding('case-price', '/price', 'is wrong'), kind };
  const results = [
    failed('getCaseData.Sale.x', [wrong], showing('a', { price: 'a b' })),
    failed('getCaseData.Transfer.x', [], showing('b', other)),
  ];
  expect(conditionsOf(results)[0]).toBe(expected);
});

test.each([
  ['/caseType', true],
  ['/TA6/waterConnected/0', true],
  ['/TA6/types', true],
  ['/TA6', false],
  ['/TA6/type/x', false],
  ['', false],
])('A case that is wrong at %s is right at /TA6/type: %j', (pointer, isRight) => {
  const shown = [{ TA6: {} }, { TA6: { type: 'TA6_5th' } }].map((body, place) =>
    exchangeOf({ ...read, path: `/api/v2/cases/${place}`, shown: body }),
  );
  const said = differencesOf([
    failed('getCaseData.Sale.x', [finding('ta6-edition', '/TA6/type', 'is missing')], shown),
    failed('getCaseData.Sale.y', [finding('case-type', pointer, 'is wrong')], shown.slice(1)),
  ]);
  expect(said).toEqual(isRight ? ['Where it is right, /TA6/type is "TA6_5th".'] : []);
});

test('Changes with an invalid body are told apart, where those with a valid one are refused first', () => {
  const bodies = [{ title: null }, [], { address: { county: 5 } }, { title: 'x', address: { county: 'x' } }];
  const found = wrongAt('', 3).map((one) => ({ ...one, requirement: 'credentials-401', kind: 'status 4xx' }));
  const said = (credentials: string) => {
    const sent = bodies.map((body, place) => ({ body, status: place < 3 ? 422 : 401, credentials }));
    return differencesOf([checked(found, sent)]);
  };
  expect(said(unknownToken.title)).toContain('Only changes with an invalid body were wrong.');
  expect(said('member')).not.toContain('Only changes with an invalid body were wrong.');
});

test('A case by its identifier in capitals, or with further headers, is no other case', () => {
  const [wrong, capital, further, right] = ['a', 'A', 'a', 'b'].map((id) => `/api/v2/cases/${id}`);
  const exchanges = [{ path: wrong }, { path: capital }, { path: further, headers: ['x'] }, { path: right }];
  const findings = [0, 1, 2].map((place) => finding('case-price', '/price', 'is wrong', place));
  const shown = exchanges.map((one) => exchangeOf({ ...read, ...one, shown: { price: 1 } } as Sent));
  expect(conditionsOf([failed('getCaseData.Sale.x', findings, shown)])).toEqual([
    'Wrong in 1 of 2 Sales, in no other case.',
    'Right in the Sale b.',
  ]);
});

test('Of an outsider, the cases that the outsider asked for count', () => {
  const paths = ['Sale', 'Transfer', 'Purchase'].map((type) => `/api/v2/cases/${type}/data`);
  const outside = paths.slice(0, 2).map((path) => exchangeOf({ ...read, path, credentials: 'outsider' }));
  const findings = [0, 1].map((place) => finding('outsider-403', '', 'is 200', place));
  const own = paths.map((path, place) =>
    failed(`getCaseData.${['Sale', 'Transfer', 'Purchase'][place]}.x`, [], [exchangeOf({ ...read, path })]),
  );
  expect(conditionsOf([...own, failed('getCaseData.outsider', findings, outside)])).toEqual([
    'Wrong in both cases that were read.',
  ]);
});

const owner = { buyers: [{ name: 'Xxxx' }] };

test.each<[what: string, pointer: string, bodies: readonly object[], expected: string]>([
  ['a field', '/location', [{ location: null }, {}], 'No other has /location.'],
  ['a value', '/price', [{ price: 'x' }, { price: 0 }, {}], 'Where it is right, /price is 0 or missing.'],
  ['a list', '/buyers/0/name', [owner, { buyers: [] }], 'Where it is right, /buyers is empty.'],
  ['nothing', '/buyers/0/name', [owner, owner], 'Right in the Sale b.'],
  [
    'a member that only some objects lack',
    '/TA6/type',
    [{ TA6: {} }, { TA6: { type: 'TA6_4th' } }, {}],
    'Where it is right, /TA6/type is "TA6_4th".',
  ],
])(
  'The first of several cases is wrong and differs from the others in %s',
  (_, pointer, bodies, expected) => {
    const exchanges = ['a', 'b', 'c'].map((name, place) =>
      exchangeOf({ ...read, path: `/api/v2/cases/${name}`, ...(bodies[place] && { shown: bodies[place] }) }),
    );
    const wrong = finding('case-price', pointer, 'is wrong');
    expect(conditionsOf([failed('getCaseData.Sale.x', [wrong], exchanges)]).slice(1)).toEqual([expected]);
  },
);

test('A field that a case of another type has rightly says nothing of the cases of this type', () => {
  const [first, ...others] = [{ location: null }, {}, { location: {} }].map((shown, place) =>
    exchangeOf({ ...read, path: `/api/v2/cases/${place}`, shown }),
  ) as [Evidence, Evidence, Evidence];
  const results = [
    failed('getCaseData.Sale.x', [finding('case-price', '/location', 'is wrong')], [first, others[0]]),
    failed('getCaseData.Purchase.x', [], others.slice(1)),
  ];
  expect(conditionsOf(results).slice(1)).toEqual(['No other has /location.']);
});

function ofFirst(requirement: string, requests: readonly Sent[], further: Partial<Report> = {}): string[] {
  const found = { ...finding(requirement, '', 'The status is 200', 0), kind: 'status 2xx' };
  const shown = requests.map((one) => exchangeOf({ ...read, ...one }));
  return differencesOf([failed('x', [found], shown)], further).filter((one) => !ofFrequency.test(one));
}

const credentials = unknownToken.title;
const list = { operation: 'listCases', path: '/x', credentials } as const;
const own = { ...list, credentials: 'member' };
const forged = (number: number, status: number) => ({ ...list, credentials: `forgery ${number}`, status });

test('Identifiers are named that are answered right and wrong without credentials', () => {
  const path = (id: string) => `/api/v2/cases/${id}/data`;
  const sent = [
    ['a', 404],
    ['b', 401],
    ['c', 401],
    ['', 401],
  ] as const;
  const asked = sent.map(([id, status]) => exchangeOf({ ...read, path: path(id), credentials, status }));
  const found = { ...finding('credentials-401', '', 'is answered 404'), kind: 'status 4xx' };
  expect(conditionsOf([failed('x', [found], asked)]).slice(0, 2)).toEqual([
    'Wrong in 1 of 4 such readings of a case.',
    'Wrong for the identifier a; right for b and 1 more.',
  ]);
});

test('Of a field alone whose shown value is refused, it is said that a new value was refused, too', () => {
  const sent = [{ title: 'Ms' }, { title: 'Dr' }, { title: 'Dr', dob: 'x' }];
  const answers = sent.map((body, place) => exchangeOf({ body, status: place < 2 ? 400 : 200 }));
  const found = { ...finding('update-client-fields', '', 'is answered 400'), kind: 'status 4xx' };
  expect(differencesOf([failed('x', [found], answers)])).toEqual([
    'Only changes of title alone were wrong. A new value of title alone was refused, too.',
  ]);
});

test('The type is named that all cases of another organisation have which can be read', () => {
  const shown = [{ caseType: 'Sale' }, { caseType: 'Sale' }, undefined].map((one, place) =>
    exchangeOf({
      ...{ ...read, path: `/api/v2/cases/${place}`, status: one === undefined ? 404 : 200 },
      ...(one === undefined ? {} : { shown: one }),
    }),
  );
  const kind = 'status 2xx';
  const found = [0, 1].map((place) => ({ ...finding('case-data-404-foreign', '', 'is 200', place), kind }));
  const said = (...some: typeof found) => differencesOf([failed('getCaseData.foreign-case', some, shown)]);
  expect(said(...found)).toEqual(['All that can be read are Sales.']);
  expect(said(...found.slice(0, 1))).toEqual(['The case is a Sale.']);
});

test('Values are compared though another caller got the wrong one, too', () => {
  const shown = [{ price: null }, { price: 5 }, { price: null }].map((body, place) =>
    exchangeOf({ ...read, path: `/api/v2/cases/${place % 2}`, shown: body, ...(place === 2 && restricted) }),
  );
  const wrong = [0, 2].map((place) => finding('case-price', '/price', 'is null', place));
  expect(differencesOf([failed('getCaseData.Sale.x', wrong, shown)])).toEqual([
    'Where it is right, /price is 5.',
  ]);
});

const notSent = 'Not sent to getCaseData, getOrganisation, updateClient or createOrganisation.';

test.each<[what: string, others: readonly Sent[], expected: string[]]>([
  ['nothing', [forged(1, 401), own], [notSent]],
  ['other credentials of other operations', [{ ...forged(1, 401), operation: 'getOrganisation' }], [notSent]],
  [
    'the same elsewhere, with 401 alone',
    [
      { ...list, operation: 'getOrganisation', status: 401 },
      { ...list, operation: 'getCaseData', status: 404 },
    ],
    ['Answered 401, as required, by getOrganisation.', 'Not sent to updateClient or createOrganisation.'],
  ],
  [
    'the same at a usual path',
    [{ ...list, status: 401 }, { ...list, status: 401, path: '/x/' }, own],
    [
      'The same request was right (401) at other times, so the answer also depends on something else, such as the connection, a cache or the time.',
      notSent,
    ],
  ],
])('Of credentials that an operation accepts, it is said who refused %s', (_, others, expected) => {
  expect(ofFirst('credentials-401', [list, ...others])).toEqual(expected);
  // A recording does not say whose tokens it contains.
  expect(ofFirst('credentials-401', [list, ...others], { recorded: {} } as Partial<Report>)).toEqual([]);
});

test('Of another spelling of a path, the requests with this spelling count, and it is said who refused it', () => {
  const spelling = 'a slash at the end';
  const sent: Sent[] = [
    { ...list, spelling },
    { ...list, operation: 'getOrganisation', spelling },
    { ...list, spelling: 'capitals', status: 401 },
    { ...list, status: 401 },
    { ...list, operation: 'getOrganisation', spelling, status: 401 },
    { ...list, operation: 'getCaseData', spelling, status: 401 },
  ];
  const found = [0, 1].map((place) => ({
    ...finding('credentials-401', '', 'is answered 200', place),
    ...{ kind: 'status 2xx', way: spelling },
  }));
  expect(conditionsOf([failed('x', found, sent.map(exchangeOf))])).toEqual([
    'Wrong in 2 of 3 such requests: listCases, getOrganisation.',
    'Answered 401, as required, by getCaseData.',
    'Not sent to updateClient or createOrganisation.',
  ]);
});

test('A value that another request sent at the same moment is named', () => {
  const sent = (path: string, title: string, further: Sent = {}) =>
    exchangeOf({ path: `/api/v2/clients/${path}`, body: { title }, concurrent: true, ...further });
  const said = (other: Evidence) => {
    const found = { ...finding('update-client-fields', '/title', 'is altered', 1), causedBy: 0 };
    const read = exchangeOf({ path: '/api/v2/clients/a', shown: { title: 'Ms' } });
    return differencesOf([failed('x', [found], [sent('a', 'Mr'), read, other])]);
  };
  expect(said(sent('b', 'Ms'))).toContain(
    'The value is that of another request at the same moment: for /api/v2/clients/b.',
  );
  expect([said(sent('b', 'Dr')), said(exchangeOf({ path: 'b', body: { title: 'Ms' } }))]).toEqual([[], []]);
});

test('Of changes of which it is unknown who had an effect, all count, whatever they sent', () => {
  const sent = [both, { body: { dob: 'x' } }, both].map(exchangeOf);
  const effect = { ...finding('case-price', '/title', 'was changed', 2), causedBy: 0 };
  expect(conditionsOf([failed('x', [effect], sent)])[0]).toBe('Wrong in 1 of 3 changes.');
});
