import { describe, expect, test } from 'vitest';
import { driftOf } from '../../../../src/gate/drift/drift-of.ts';
import { driftInThread } from '../../../../src/gate/drift/drift-thread.ts';
import { bundled } from '../../../../src/specification/bundled.ts';

/** The bundled description, in which something may stand in place of what is said of a price. */
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

describe('a served description that says as agreed', () => {
  const belowAServer = (): string => {
    const { paths } = bundled.description;
    const moved = Object.entries(paths).map(([path, item]) => [path.slice('/api'.length), item]);
    const servers = [{ url: 'https://acme.example/api' }];
    return JSON.stringify({ ...bundled.description, servers, paths: Object.fromEntries(moved) });
  };
  test.each<[what: string, text: string]>([
    ['in YAML', bundled.text],
    ['with its paths below a server', belowAServer()],
    ['in other words', withPrice(`{"allOf":[${number}],"description":"In pounds"}`)],
  ])('%s', (_, text) => {
    expect(driftOf(work(text))).toEqual({ state: 'none', contradicting: [] });
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
    ['whose methods are no methods', '{"openapi":"3.1.0","paths":{"/a":{"get":{"security":[null]}}}}'],
  ])('%s', (_, text) => {
    expect(driftOf(work(text))).toEqual({ state: 'not-compared', reason: 'not-usable' });
  });

  test.each<[what: string, schema: string]>([
    ['that leads to itself', '{"$ref":"#/components/schemas/CaseBase/properties/price"}'],
    ['with keywords of other types', '{"type":[7],"minLength":"x","enum":{},"pattern":"("}'],
    ['with names that every object has', '{"properties":{"__proto__":{"type":"number"},"constructor":{}}}'],
  ])('%s', (_, schema) => {
    expect(driftOf(work(withPrice(schema))).state).toMatch(/^(differs|not-compared)$/);
  });

  test('that takes for ever, in the thread that is ended', async () => {
    const started = performance.now();
    const text = withPrice('{"type":"string","pattern":"^(a+)+$"}');
    expect(await driftInThread(work(text), 1_000)).toEqual({ state: 'not-compared', reason: 'too-costly' });
    expect(performance.now() - started).toBeLessThan(4_000);
  });
});
