import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startPactVerifier } from '../../../src/gate/verification/pact-process.ts';
import { type Mismatch, readMismatches } from '../../../src/verification/pact-verifier.ts';
import { during } from '../../support/during.ts';
import { neverAnswers } from '../../support/hostile.ts';
import { serving, verifierUntilTheEnd } from './support.ts';

const verifier = await verifierUntilTheEnd();

const marker = 'Perdita Quillfeather';

const json = { 'content-type': 'application/json' };

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

function pactOf(response: object, further: object = {}): object {
  const request = { method: 'GET', path: '/case' };
  return {
    ...{ consumer: { name: 'portal' }, provider: { name: 'case-management-service' } },
    interactions: [{ type: 'Synchronous/HTTP', description: 'a case', request, response, ...further }],
    metadata: { pactSpecification: { version: '4.0' } },
  };
}

type Matchers = Readonly<Record<string, object>>;

const rulesOf = (matchers: Matchers): object =>
  Object.fromEntries(
    Object.entries(matchers).map(([path, matcher]) => [path, { combine: 'AND', matchers: [matcher] }]),
  );

const bodyOf = (content: unknown, matchers: Matchers = {}, contentType = 'application/json'): object => ({
  status: 200,
  body: { content, contentType, encoded: false },
  matchingRules: { body: rulesOf(matchers) },
});

async function resultOf(pact: object, answer: Answer, stateStatus = 200): Promise<string> {
  const { status = 200, headers = json, body } = answer;
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
  const { url } = await serving(({ path }) =>
    path === '/states' ? { status: stateStatus, body: marker } : { status, headers, body: text },
  );
  return verifier.verify(pact, url, `${url}/states`);
}

async function mismatchesOn(response: object, answer: Answer, further: object = {}): Promise<Mismatch[]> {
  const pact = pactOf(response, further);
  const mismatches = readMismatches(await resultOf(pact, answer), pact);
  expect(JSON.stringify(mismatches)).not.toContain(marker);
  return mismatches;
}

const body = (pointer: string, failing: string): Mismatch => ({ kind: 'body', pointer, failing });
const header = (failing: string): Mismatch => ({ kind: 'header', header: 'X-Edition', failing });
const regex = { match: 'regex', regex: '^x$' };
const against = (failing: string): string => `${failing}, against the contract`;
const unclear = 'is not as the contract needs';

test('what holds has no mismatch, whatever else is answered', async () => {
  expect(await mismatchesOn(bodyOf({ a: 1 }), { body: { a: 1, [marker]: marker } })).toEqual([]);
});

const withHeader = (values: readonly string[], matchers: Matchers = {}): object => ({
  status: 200,
  headers: { 'X-Edition': values },
  matchingRules: { header: rulesOf(matchers) },
});
const answering = (edition: string): Answer => ({ headers: { ...json, 'x-edition': edition } });

test.each<[string, object, Answer, Mismatch[]]>([
  ['the status', { status: 200 }, { status: 404, body: marker }, [{ kind: 'status' }]],
  [
    'a class of statuses',
    { status: 200, matchingRules: { status: rulesOf({ $: { match: 'statusCode', status: 'success' } }) } },
    { status: 404, body: marker },
    [{ kind: 'status' }],
  ],
  ['a header that is missing', withHeader(['5th']), {}, [header(against('is missing'))]],
  ['another value', withHeader(['5th']), answering(marker), [header(against('is not "5th"'))]],
  [
    'a pattern',
    withHeader(['5th'], { 'X-Edition': { match: 'regex', regex: '^\\dth$' } }),
    answering(marker),
    [header(against("does not match '^\\dth$'"))],
  ],
  [
    'one of several values',
    withHeader(['5th', '6th']),
    answering(`5th, ${marker}`),
    [header(against('is not "5th"')), header(unclear)],
  ],
  [
    'parameters of a media type',
    { status: 200, headers: { 'Content-Type': ['application/json;charset=utf-8'] } },
    { headers: { 'content-type': `application/json;charset=" to be a number ${marker}"` } },
    [{ ...header(against('is not "application/json;charset=utf-8"')), header: 'Content-Type' } as Mismatch],
  ],
])('a mismatch of the status or of a header is read: %s', async (_, response, answer, mismatches) => {
  expect(await mismatchesOn(response, answer)).toEqual(mismatches);
});

describe('a mismatch of the body is read', () => {
  const ofA = (expected: unknown, matcher?: object): object =>
    bodyOf({ a: expected }, matcher === undefined ? {} : { '$.a': matcher });
  const here = (failing: string): Mismatch[] => [body('/a', against(failing))];

  test.each<[string, object, unknown, Mismatch[]]>([
    ['another text', ofA('x'), marker, here('is not "x"')],
    ['null that is needed', ofA(null), marker, here('is not null')],
    ['another type', ofA(1, { match: 'type' }), marker, here('is not a number')],
    ['a pattern', ofA('x', { match: 'regex', regex: "^x|it's$" }), marker, here("does not match '^x|it's$'")],
    ['a part of a text', ofA('x', { match: 'include', value: 'x' }), marker, here("does not include 'x'")],
    ['a number', ofA(1, { match: 'number' }), marker, here('is not a number')],
    ['an integer', ofA(1, { match: 'integer' }), 1.5, here('is not an integer')],
    ['a boolean', ofA(true, { match: 'boolean' }), marker, here('is not a boolean')],
    [
      'a date',
      ofA('2025-01-31', { match: 'date', format: 'yyyy-MM-dd' }),
      marker,
      here('is not a date written as yyyy-MM-dd'),
    ],
    ['an empty text', ofA('x', { match: 'notEmpty' }), '', here('is empty')],
    ['a shorter list', ofA([1, 2]), [1], here('does not have 2 elements').concat(body('/a', unclear))],
    ['a longer list', ofA([1, 2]), [1, 2, marker], here('does not have 2 elements')],
    ['too few elements', ofA(['x'], { match: 'type', min: 2 }), [marker], here('has fewer than 2 elements')],
    ['too many', ofA(['x'], { match: 'type', max: 1 }), [marker, ''], here('has more than 1 elements')],
    ['a list that is to be empty', ofA([]), [marker], here('is not empty')],
    [
      'an equal object',
      ofA({ b: 1 }, { match: 'equality' }),
      { b: 2, [marker]: marker },
      [body('/a', against('is not what the contract has there')), body('/a/b', against('is not 1'))],
    ],
    ['a version', ofA('1.2.3', { match: 'semver' }), marker, [body('/a', unclear)]],
    [
      'an element that is not there',
      ofA([{ t: 'x' }], {
        match: 'arrayContains',
        variants: [{ index: 0, rules: rulesOf({ '$.t': { match: 'equality' } }) }],
      }),
      [{ t: marker }],
      [body('/a', unclear)],
    ],
    [
      'the names of a map',
      ofA({ k1: 1 }, { match: 'eachKey', rules: [{ match: 'regex', regex: '^k\\d$' }], value: 'k1' }),
      { [marker]: 1 },
      [body('/a', `holds what ${unclear}`)],
    ],
  ])('%s', async (_, response, actual, mismatches) => {
    expect(await mismatchesOn(response, { body: { a: actual } })).toEqual(mismatches);
  });

  test.each<[string, object, Answer, Mismatch[]]>([
    [
      'of another media type',
      bodyOf({ a: 1 }),
      { headers: { 'content-type': 'text/html' }, body: marker },
      [body('', against('is not application/json'))],
    ],
    ['that is not JSON', bodyOf({ a: 1 }), { body: `{${marker}` }, [body('', against('is not well-formed'))]],
    ['that is missing', bodyOf({ a: 1 }), { body: '' }, [body('', against('is missing'))]],
    ['that is to be missing', { status: 200, body: null }, { body: { a: marker } }, [body('', unclear)]],
    [
      'that is a form',
      bodyOf('a=x', {}, 'application/x-www-form-urlencoded'),
      {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ a: marker, [marker]: '1' }).toString(),
      },
      [body('', `holds what ${unclear}`), body('', `holds what ${unclear}`)],
    ],
  ])('%s', async (_, response, answer, mismatches) => {
    expect(await mismatchesOn(response, answer)).toEqual(mismatches);
  });
});

describe('the place of a mismatch', () => {
  const names = ['a.b', "c'd", 'e"f', 'g~h', 'i/j', 'k[0]', ' ', 'é', '\\', 'new\nline', ''];
  const nested = (leaf: unknown): unknown => names.reduceRight((value, name) => ({ [name]: value }), leaf);
  const pointer = '/a.b/c\'d/e"f/g~0h/i~1j/k[0]/ /é/\\/new\nline/';

  test('is a pointer, whatever its names hold', async () => {
    expect(await mismatchesOn(bodyOf(nested(1)), { body: nested(marker) })).toEqual([
      body(pointer, against('is not 1')),
    ]);
  });

  test('is that of each member that is missing, whatever its name holds', async () => {
    const missing = { 'b, c': 1, 'd/e': 1, f: 1 };
    expect(await mismatchesOn(bodyOf({ a: missing }), { body: { a: { f: 1, [marker]: marker } } })).toEqual([
      body('/a/b, c', against('is missing')),
      body('/a/d~1e', against('is missing')),
    ]);
  });

  test('is in an element of a list, also where the pact has fewer', async () => {
    const response = bodyOf(
      { a: [{ b: 1 }] },
      { '$.a': { match: 'type', min: 1 }, '$.a[*].b': { match: 'integer' } },
    );
    expect(await mismatchesOn(response, { body: { a: [{ b: 1 }, { b: 2 }, { b: marker }] } })).toEqual([
      body('/a/2/b', against('is not an integer')),
    ]);
  });

  test('ends before a name of digits that the answer chose', async () => {
    const response = bodyOf(
      { a: { k1: 'x' } },
      { '$.a': { match: 'eachValue', rules: [regex], value: 'x' } },
    );
    expect(await mismatchesOn(response, { body: { a: { '07700900123': marker } } })).toEqual([
      body('/a', `holds what ${unclear}`),
    ]);
  });
});

test('mismatches come in one order: status, headers, places', async () => {
  const headers = { 'X-B': ['1'], 'X-A': ['1'], 'X-C': ['1'] };
  const response = { ...bodyOf({ d: 1, b: 1, c: 1, a: 1 }), status: 201, headers };
  const order = [undefined, 'X-A', 'X-B', 'X-C', '/a', '/b', '/c', '/d'];
  for (let round = 0; round < 4; round += 1) {
    const mismatches = await mismatchesOn(response, { body: { d: 2, b: 2, c: 2, a: 2 } });
    expect(mismatches.map((one) => Object.values(one)[1])).toEqual(order);
  }
});

const include = { match: 'include', value: 'x' };

test.each<[string, object, string]>([
  ['to be equal to', include, `foo to be equal to ${marker}`],
  ['to be the same type as', include, `foo to be the same type as ${marker}`],
  ['to match', include, `foo to match '${marker}'`],
  ['to match, of a pattern', regex, `foo to match '${marker}`],
  ['to include', regex, `foo' to include '${marker}`],
  ['missing keys', regex, `Actual map is missing the following keys: ${marker}`],
  ['a date', { match: 'date', format: 'yyyy' }, ` to match a date pattern of '${marker}': `],
  ['a number of elements', regex, 'Expected a List with 3 elements but received 4 elements'],
  ['no answer', regex, `Expected body Present(${marker}) but was empty`],
])('an answer that speaks as the verifier does is not believed: %s', async (_, matcher, actual) => {
  const mismatches = await mismatchesOn(bodyOf({ a: '2025' }, { '$.a': matcher }), { body: { a: actual } });
  expect(mismatches).toMatchObject([{ kind: 'body', pointer: '/a' }]);
});

describe('a result', () => {
  const failing = (result: string, pact: object, words: string) =>
    expect(() => readMismatches(result, pact)).toThrow(new Error(`Pact's verifier ${words}`));

  test('of a pending interaction is read like any other', async () => {
    expect(await mismatchesOn(bodyOf({ a: 1 }), { body: { a: marker } }, { pending: true })).toEqual([
      body('/a', against('is not 1')),
    ]);
  });

  test('of a state that is refused compares nothing', async () => {
    const pact = pactOf(bodyOf({ a: 1 }), { providerStates: [{ name: 'a client' }] });
    const result = await resultOf(pact, { body: { a: marker } }, 400);
    const why = 'One or more of the setup state change handlers has failed';
    failing(result, pact, `compared nothing: ${why}`);
  });

  test('of no interaction, or of two, is an error', async () => {
    const one = pactOf(bodyOf({ a: 1 })) as { interactions: object[] };
    const none = { ...one, interactions: [] };
    const two = {
      ...one,
      interactions: ['first', 'second'].map((description) => ({ ...one.interactions[0], description })),
    };
    failing(await resultOf(none, {}), none, 'verified 0 interactions, and not one.');
    failing(await resultOf(two, {}), two, 'verified 2 interactions, and not one.');
  });

  test('that is no JSON, or in which something else is wrong, is an error', () => {
    const written = (further: object): string =>
      JSON.stringify({ interactionResults: [{ result: 'Error', ...further }] });
    const mismatch = (...mismatches: object[]) => ({ mismatch: { type: 'mismatches', mismatches } });
    failing('Cannot start.', {}, 'did not begin: Cannot start.');
    failing(written({}), {}, 'ended with Error, and no mismatch.');
    failing(written(mismatch()), {}, 'ended with Error, and no mismatch that can be reported.');
    const unknown = mismatch({ type: 'MethodMismatch' });
    failing(written(unknown), {}, 'names a mismatch that is not known: MethodMismatch.');
  });
});

test('a verification that does not end is ended, later the longer a provider may take to answer', async () => {
  const { url } = await during(neverAnswers());
  const patient = await startPactVerifier(process.env, 60_000);
  onTestFinished(patient.close);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const verifying = patient.verify(pactOf(bodyOf({})), url, `${url}/states`);
  vi.advanceTimersByTime(20 * 60_000 + 299_999);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1);
  await expect(verifying).rejects.toThrow(new Error("Pact's verifier ended with SIGKILL."));
});
