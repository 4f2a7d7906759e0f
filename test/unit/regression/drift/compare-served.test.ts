import { describe, expect, test } from 'vitest';
import type { Document } from '../../../../src/regression/descriptions/compare.ts';
import { compareServed } from '../../../../src/regression/drift/compare-served.ts';
import type { Drift, DriftVerdict, GivenAnswer } from '../../../../src/regression/drift/drift.ts';
import { joinedDrift } from '../../../../src/regression/drift/verdicts.ts';

const operation = 'GET /case';

function described(price: object, further: { sale?: object; responses?: object; paths?: object } = {}) {
  const kind = (name: string, properties: object) => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: name }, price, ...properties },
  });
  const content = {
    'application/json': {
      schema: {
        discriminator: { propertyName: 'kind' },
        oneOf: [kind('Sale', { ...further.sale }), kind('Purchase', { loan: { type: 'number' } })],
      },
    },
  };
  const responses = { '200': { description: '', content }, ...further.responses };
  return {
    openapi: '3.1.0',
    info: { title: '', version: '' },
    paths: { '/case': { get: { responses } }, ...further.paths },
  };
}

function answering(...bodies: unknown[]): GivenAnswer[] {
  return bodies.map((body) => ({ operation, status: 200, text: JSON.stringify(body) }));
}

const agreed = described({ type: 'number' });

function compared(served: object, answers: readonly GivenAnswer[] = []): Drift {
  return compareServed(agreed, { ...served }, { answers, findings: [] });
}

function verdictsIn(drift: Drift): Record<string, DriftVerdict> {
  const differences = drift.state === 'differs' ? drift.differences : [];
  return Object.fromEntries(differences.map(({ part, pointer, verdict }) => [`${part}${pointer}`, verdict]));
}

const sale = { kind: 'Sale', price: 1 };

describe('the version of a document', () => {
  const versioned = (version: unknown) => ({ ...agreed, info: { title: '', version } });
  const ofVersion = (version: unknown, due: unknown = '2.0') =>
    compareServed(versioned(due), versioned(version), { answers: answering(sale), findings: [] });

  test.each(['2.0', '2.0.7', 'v2', ' 2.0.7-build.9 '])('%j is that of the interface', (version) => {
    expect(ofVersion(version)).toEqual({ state: 'none', contradicting: [] });
  });

  test.each(['1.0', '2.1', 'latest', 3, undefined])('%j is another, which no answer shows', (version) => {
    const difference = { part: 'info', pointer: '/version', keyword: 'version', verdict: 'not-shown' };
    expect(ofVersion(version)).toMatchObject({ state: 'differs', count: 1, differences: [difference] });
  });

  test('is the same difference from build to build', () => {
    expect(ofVersion('1.48.3')).toEqual(ofVersion('1.48.2'));
  });

  test('is none where none was agreed', () => {
    expect(ofVersion('1.0', null)).toEqual({ state: 'none', contradicting: [] });
  });
});

test.each<[what: string, response: object, expected: object]>([
  ['without a body promises nothing', { description: '' }, { state: 'none' }],
  [
    'with a body is a difference',
    { description: '', content: { 'application/json': { schema: { type: 'object' } } } },
    { state: 'differs', count: 1, differences: [{ part: 'response default', verdict: 'not-shown' }] },
  ],
])('a default response %s, where the served description has none', (_, response, expected) => {
  const due = described({ type: 'number' }, { responses: { default: response } });
  expect(compareServed(due, agreed, { answers: answering(sale), findings: [] })).toMatchObject(expected);
});

test('What the served description adds is reported as added, even if it is required', () => {
  const after = {
    parameters: [
      { name: 'page', in: 'query', required: true, schema: {} },
      { name: 'kept', in: 'query', required: true, schema: {} },
    ],
    requestBody: { required: true, content: { 'application/json': { schema: {} } } },
    responses: { '200': { description: '', headers: { ETag: { required: true, schema: {} } } } },
  };
  const before = {
    parameters: [{ name: 'kept', in: 'query', schema: {} }],
    responses: { '200': { description: '' } },
  };
  const [due, served] = [before, after].map((one) => ({ ...agreed, paths: { '/case': { get: one } } }));
  const drift = compareServed(due as Document, served as Document, { answers: [], findings: [] });
  const differences = [
    { part: 'header ETag of response 200', change: 'added' },
    { part: 'parameter kept', change: 'required' },
    { part: 'parameter page', change: 'added' },
    { part: 'request body', change: 'added' },
  ];
  expect(drift).toMatchObject({ differences });
});

describe('the answers say which is wrong', () => {
  const text = described({ type: 'string' });
  const open = described({ type: ['number', 'string'] });
  test.each<[what: string, served: object, bodies: readonly unknown[], verdict: DriftVerdict]>([
    ['that keep to what was agreed', text, [sale], 'document-wrong'],
    ['that keep to both', open, [sale], 'document-wrong'],
    ['that are as the document says', text, [{ ...sale, price: 'x' }], 'deployment-wrong'],
    ['that are now as agreed, now as documented', text, [sale, { ...sale, price: 'x' }], 'both-differ'],
    ['that are like neither', text, [{ ...sale, price: true }], 'both-differ'],
    ['that do not show the place', text, [{ kind: 'Sale' }], 'not-shown'],
    ['that are wrong elsewhere', text, [{ kind: 'Purchase', loan: 'x' }], 'not-shown'],
    ['that are no JSON', text, [], 'not-shown'],
  ])('answers %s', (_, served, bodies, verdict) => {
    const answers = [...answering(...bodies), { operation, status: 200, text: '{' }];
    expect(verdictsIn(compared(served, answers))).toEqual({ 'response 200/price': verdict });
  });

  test('what is required by the document alone, and not there', () => {
    const note = { note: { type: 'string' } };
    const before = described({ type: 'number' }, { sale: note });
    const after = structuredClone(before) as unknown as { paths: object };
    const text = JSON.stringify(after).replace('"required":["kind"]', '"required":["kind","note"]');
    const drift = compareServed(before, JSON.parse(text), { answers: answering(sale), findings: [] });
    expect(verdictsIn(drift)).toEqual({ 'response 200/note': 'document-wrong' });
  });

  test('statuses and operations that the document leaves out, and that are answered', () => {
    const whole = described({ type: 'number' }, { responses: { '404': { description: '' } } });
    const answers = [...answering(sale), { operation, status: 404, text: '{}' }];
    const beside = { answers, findings: [] };
    expect(verdictsIn(compareServed(whole, agreed, beside))).toEqual({ 'response 404': 'document-wrong' });
    expect(verdictsIn(compareServed(agreed, whole, { answers: [], findings: [] }))).toEqual({
      'response 404': 'not-shown',
    });
    const none = { ...agreed, paths: {} };
    expect(verdictsIn(compareServed(whole, none, beside))).toEqual({ operation: 'document-wrong' });
  });

  test('shards, each of its own answers', () => {
    const text = described({ type: 'string' });
    const [one, two] = [compared(text, answering(sale)), compared(text, answering({ ...sale, price: 'x' }))];
    expect(verdictsIn(joinedDrift([one, compared(text)]) as Drift)).toEqual(verdictsIn(one));
    expect(verdictsIn(joinedDrift([compared(text), two]) as Drift)).toEqual(verdictsIn(two));
    expect(verdictsIn(joinedDrift([one, two]) as Drift)).toEqual({ 'response 200/price': 'both-differ' });
    expect(joinedDrift([])).toBeUndefined();
    expect(joinedDrift([one, compared(described({ type: 'boolean' }))])).toEqual(one);
  });

  test.each<[what: string, served: object]>([
    ['a place that one of them does not refuse', described({ type: ['number', 'string'] })],
    [
      'places that are told alike',
      described(
        { type: 'number' },
        { sale: { 'One place': { type: 'number' }, 'Two parts': { type: 'number' } } },
      ),
    ],
  ])('shards say of %s what one run says', (_, served) => {
    const bodies = [sale, { ...sale, price: 'x' }, { ...sale, 'One place': 'x' }];
    const [first, ...others] = bodies.map((body) => compared(served, answering(body)));
    expect(joinedDrift([first as Drift, ...others])).toEqual(compared(served, answering(...bodies)));
  });
});

test('a deviation contradicts the document where that says as agreed', () => {
  const found = (fingerprint: string, pointer: string) => ({ fingerprint, operation, status: 200, pointer });
  const findings = [found('a', '/price'), found('b', '/loan'), found('b', '/loan')];
  const served = described({ type: 'string' });
  expect(compareServed(agreed, served, { answers: [], findings })).toMatchObject({ contradicting: ['b'] });
  expect(compareServed(agreed, agreed, { answers: [], findings })).toEqual({
    state: 'none',
    contradicting: ['a', 'b'],
  });
});

describe('what differs', () => {
  const digestOf = (served: object): string | undefined => {
    const drift = compared(served);
    return drift.state === 'differs' ? drift.digest : undefined;
  };

  test('has a digest of all that differs, and of nothing else', () => {
    const one = described({ type: 'number', maximum: 5 });
    expect(digestOf(described({ maximum: 5, type: 'number', description: 'x' }))).toBe(digestOf(one));
    expect(digestOf(described({ type: 'number', maximum: 6 }))).not.toBe(digestOf(one));
    expect(digestOf(described({ type: 'number', description: 'x' }))).toBeUndefined();
  });

  test('is told in no words of the target but names', () => {
    const words = 'Jo Bloggs, 1 High Street';
    const paths = {
      [`/${words}`]: { get: { responses: {} } },
      '/named/{id}': { get: { responses: { [words]: {} }, parameters: [{ in: 'query', name: words }] } },
    };
    const price = { type: 'string', enum: [words], pattern: words, [words]: words };
    const drift = compared(described(price, { sale: { [words]: { type: 'string' } }, paths }));
    expect(JSON.stringify(drift)).not.toContain('Bloggs');
    expect(drift).toMatchObject({ state: 'differs' });
    expect(verdictsIn(drift)).toHaveProperty(['response 200/(a name of 24 characters)']);
    expect(JSON.stringify(drift)).toContain('GET /named/{id}');
  });

  test('is told by its first hundred places', () => {
    const more = Array.from({ length: 500 }, (_, index) => [`/more/${index}`, { get: { responses: {} } }]);
    const drift = compared(described({ type: 'number' }, { paths: Object.fromEntries(more) }));
    expect(drift).toMatchObject({ state: 'differs', count: 500 });
    expect(drift.state === 'differs' && drift.differences).toHaveLength(100);
  });
});
