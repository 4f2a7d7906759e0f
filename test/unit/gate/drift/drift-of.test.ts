import { describe, expect, test } from 'vitest';
import { driftOf } from '../../../../src/gate/drift/compare-with-agreed.ts';
import { driftInThread } from '../../../../src/gate/drift/served-drift.ts';
import { bundled } from '../../../../src/specification/bundled.ts';
import { processorClock } from '../../../support/processor-clock.ts';

function withPrice(schema: string): string {
  const { description } = bundled;
  const { CaseBase } = description.components.schemas;
  const properties = { ...CaseBase?.properties, price: 'here' };
  const schemas = { ...description.components.schemas, CaseBase: { ...CaseBase, properties } };
  const document = { ...description, components: { ...description.components, schemas } };
  return JSON.stringify(document).replace('"price":"here"', `"price":${schema}`);
}

const work = (text: string) => ({
  agreed: { ...bundled.description },
  text,
  answers: [
    {
      operation: 'GET /api/v2/cases/{id}/data',
      status: 200,
      text: JSON.stringify({ caseType: 'Sale', price: `${'a'.repeat(40)}!` }),
    },
  ],
  findings: [],
});

const number = '{"$ref":"#/components/schemas/Number"}';

const belowAServer = (): string => {
  const { paths } = bundled.description;
  const moved = Object.entries(paths).map(([path, item]) => [path.slice('/api'.length), item]);
  const servers = [{ url: 'https://acme.example/sandbox' }, { url: 'https://acme.example/api' }];
  const all = { 'x-note': 'moved', ...Object.fromEntries(moved) };
  return JSON.stringify({ ...bundled.description, servers, paths: all });
};
test.each<[what: string, text: string]>([
  ['in YAML', bundled.text],
  ['with its paths below a server', belowAServer()],
  ['in other words', withPrice(`{"allOf":[${number}],"description":"In pounds"}`)],
])('a served description that says as agreed has not drifted: %s', (_, text) => {
  expect(driftOf(work(text))).toEqual({ state: 'none', contradicting: [] });
});

describe('servers and paths', () => {
  const operation = (schema: object, further: object = {}) => ({
    responses: { '200': { description: '', content: { 'application/json': { schema } } } },
    ...further,
  });
  const text = { type: 'string' };
  const described = (paths: object, ...urls: string[]) => ({
    openapi: '3.1.0',
    info: { title: '', version: '' },
    ...(urls.length === 0 ? {} : { servers: urls.map((url) => ({ url })) }),
    paths,
  });
  const within = '#/paths/~1a/get/responses/200/content/application~1json/schema';
  const answers = [{ operation: 'GET /api/a', status: 200, text: '7' }];
  const driftBetween = (agreed: object, served: object) =>
    driftOf({ agreed: { ...agreed }, text: JSON.stringify(served), answers, findings: [] });

  test.each<[what: string, agreed: object, served: object]>([
    [
      'the agreed one has a server',
      described({ '/a': { get: operation(text) } }, '/api'),
      described({ '/api/a': { get: operation(text) } }),
    ],
    [
      'an operation has a server of its own',
      described({ '/api/a': { get: operation(text) }, '/b': { put: operation(text) } }),
      described({
        '/a': { get: operation(text, { servers: [{ url: '/api' }] }) },
        '/b': { put: operation(text) },
      }),
    ],
    [
      'references lead into paths',
      described({ '/a': { get: operation(text) }, '/b': { get: operation({ $ref: within }) } }, '/api'),
      described({ '/api/a': { get: operation(text) }, '/api/b': { get: operation(text) } }),
    ],
  ])('do not matter where %s', (_, agreed, served) => {
    expect(driftBetween(agreed, served)).toEqual({ state: 'none', contradicting: [] });
    expect(driftBetween(served, agreed)).toEqual({ state: 'none', contradicting: [] });
  });

  test('are what answers are known by', () => {
    const agreed = described({ '/a': { get: operation({ type: 'number' }) } }, '/api');
    expect(driftBetween(agreed, described({ '/api/a': { get: operation(text) } }))).toMatchObject({
      differences: [{ operation: 'GET /api/a', verdict: 'document-wrong' }],
    });
  });
});

const nested = (levels: number): string => `${'{"allOf":['.repeat(levels)}{}${']}'.repeat(levels)}`;

describe('a hostile description breaks nothing', () => {
  test.each<[what: string, text: string]>([
    ['that is none', '{"openapi":7}'],
    ['that is a text', 'openapi'],
    ['of another version', '{"openapi":"2.0","paths":{}}'],
    ['that leads elsewhere', withPrice('{"$ref":"https://acme.example/other.json"}')],
    ['that leads nowhere', withPrice('{"$ref":"#/nowhere"}')],
    ['that is deep', withPrice(nested(20_000))],
    ['that is YAML with brackets that open', `openapi: 3.1.0\npaths: ${'['.repeat(5_000)}`],
    ['that is YAML with aliases of itself', 'openapi: 3.1.0\npaths: &a\n  /a: *a\n'],
  ])('%s', (_, text) => {
    expect(driftOf(work(text))).toEqual({ state: 'not-compared', reason: 'not-usable' });
  });

  test('whose credentials are none', () => {
    const text = '{"openapi":"3.1.0","paths":{"/a":{"get":{"security":[null]}}}}';
    expect(driftOf(work(text)).state).toBe('differs');
  });

  test.each<[what: string, schema: string]>([
    ['that leads to itself', '{"$ref":"#/components/schemas/CaseBase/properties/price"}'],
    ['with keywords of other types', '{"type":[7],"minLength":"x","enum":{},"pattern":"("}'],
    ['with names that every object has', '{"properties":{"__proto__":{"type":"number"},"constructor":{}}}'],
  ])('%s', (_, schema) => {
    expect(driftOf(work(withPrice(schema))).state).toMatch(/^(differs|not-compared)$/);
  });

  test('that is long and leads nowhere, whose line nobody reads', () => {
    const items = Array.from({ length: 200_000 }, () => 7);
    const text = JSON.stringify({ openapi: '3.1.0', paths: { '/a': { $ref: '#/nowhere' } }, items });
    const took = processorClock();
    expect(driftOf(work(text))).toEqual({ state: 'not-compared', reason: 'not-usable' });
    expect(took()).toBeLessThan(700);
  });

  test('and a fault of the suite is told, in the thread and without it', async () => {
    const text = '{"openapi":"3.1.0","paths":{}}';
    const broken = { ...work(text), agreed: JSON.parse(text), findings: 7 as unknown as [] };
    expect(() => driftOf(broken)).toThrow(TypeError);
    await expect(driftInThread(broken)).rejects.toThrow(TypeError);
  });

  test('that takes for ever, in the thread that is ended', async () => {
    const text = withPrice('{"type":"string","pattern":"^(a+)+$"}');
    expect(await driftInThread(work(text), 1_000)).toEqual({ state: 'not-compared', reason: 'too-costly' });
  });
});
