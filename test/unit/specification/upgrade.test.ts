import { expect, test } from 'vitest';
import { inDirection, upgraded } from '../../../src/specification/upgrade.ts';

type JsonObject = Readonly<Record<string, unknown>>;

function schemaOf30(schema: JsonObject): unknown {
  const document = { openapi: '3.0.3', paths: {}, components: { schemas: { One: schema } } };
  const { components } = upgraded(document) as { components: { schemas: { One: unknown } } };
  return components.schemas.One;
}

test.each([
  ['nullable', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
  [
    'nullable beside an enum, which may list null or not',
    { type: 'string', enum: ['a'], nullable: true },
    { type: ['string', 'null'], enum: ['a'] },
  ],
  ['nullable without a type, which says nothing', { nullable: true }, {}],
  ['not nullable', { type: 'string', nullable: false }, { type: 'string' }],
  ['an exclusive minimum', { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
  ['an inclusive maximum', { maximum: 1, exclusiveMaximum: false }, { maximum: 1 }],
  ['an example', { example: 'a' }, { examples: ['a'] }],
  [
    'what stands beside a reference',
    { $ref: '#/components/schemas/One', description: 'Ignored', nullable: true, 'x-requirement': 'kept' },
    { $ref: '#/components/schemas/One', 'x-requirement': 'kept' },
  ],
  [
    'schemas within schemas',
    { properties: { nullable: { type: 'array', items: { type: 'number', nullable: true } } } },
    { properties: { nullable: { type: 'array', items: { type: ['number', 'null'] } } } },
  ],
  [
    'branches',
    { allOf: [{ anyOf: [{ oneOf: [{ not: { example: 1 } }] }] }] },
    { allOf: [{ anyOf: [{ oneOf: [{ not: { examples: [1] } }] }] }] },
  ],
  [
    'additional properties',
    { additionalProperties: { example: 1 } },
    { additionalProperties: { examples: [1] } },
  ],
  ['values that look like schemas', { default: { nullable: true } }, { default: { nullable: true } }],
])('%s', (_name, before, after) => {
  expect(schemaOf30(before)).toEqual(after);
});

test('a schema is upgraded wherever it stands', () => {
  const schema = { type: 'string', nullable: true };
  const content = { 'application/json': { schema } };
  const before = {
    openapi: '3.0.0',
    paths: {
      '/a': {
        parameters: [{ name: 'p', in: 'query', schema }],
        get: {
          parameters: [{ name: 'q', in: 'query', content }],
          requestBody: { content },
          responses: { 200: { content, headers: { 'X-A': { schema } } } },
          callbacks: { done: { '{$url}': { post: { requestBody: { content }, responses: {} } } } },
        },
      },
    },
    components: {
      parameters: { P: { schema } },
      headers: { H: { schema } },
      responses: { R: { content } },
      requestBodies: { B: { content } },
    },
  };
  const after = JSON.parse(
    JSON.stringify(before).replaceAll(JSON.stringify(schema), '{"type":["string","null"]}'),
  );
  expect(upgraded(before)).toEqual({ ...after, openapi: '3.1.0' });
});

test('a description of 3.1 stays as it is', () => {
  const document = { openapi: '3.1.0', components: { schemas: { One: { type: 'null' } } } };
  expect(upgraded(document)).toBe(document);
});

test('nullable means nothing in 3.1', () => {
  const properties = { nullable: { type: 'boolean' }, a: { type: 'string', nullable: true } };
  const document = { openapi: '3.1.0', components: { schemas: { One: { properties }, No: false } } };
  expect(upgraded(document)).toEqual({
    openapi: '3.1.0',
    components: {
      schemas: { One: { properties: { ...properties, a: { type: 'string' } } }, No: false },
    },
  });
  expect(properties.a).toHaveProperty('nullable');
});

const id = { type: 'string', readOnly: true };
const asks = { required: ['id'] };

test.each<[string, JsonObject, 'required' | 'not required']>([
  ['in place', { ...asks, properties: { id } }, 'not required'],
  ['by a reference', { ...asks, properties: { id: { $ref: '#/components/schemas/Id' } } }, 'not required'],
  ['in a part', { ...asks, properties: { id: { allOf: [id] } } }, 'not required'],
  ['in another part', { allOf: [{ properties: { id } }, asks] }, 'not required'],
  ['in a schema that it refers to', { allOf: [{ $ref: '#/components/schemas/Base' }, asks] }, 'not required'],
  ['and required by a branch', { properties: { id }, anyOf: [asks] }, 'not required'],
  ['further down', { items: { ...asks, properties: { id } } }, 'not required'],
  // In 3.0, keywords next to a reference are ignored.
  [
    'next to a reference',
    { ...asks, properties: { id: { $ref: '#/components/schemas/Text', readOnly: true } } },
    'required',
  ],
])('a property that is marked %s is, of the direction that leaves it out, %s', (_, One, expected) => {
  const schemas = { One, Id: id, Base: { properties: { id } }, Text: { type: 'string' } };
  const isRequired = (document: JsonObject, direction: 'request' | 'response'): boolean =>
    JSON.stringify(inDirection(upgraded(document), direction)).includes('"required":["id"]');
  const described = { openapi: '3.0.3', components: { schemas } };
  expect(isRequired(described, 'request')).toBe(expected === 'required');
  expect(isRequired(described, 'response')).toBe(true);
  const written = JSON.parse(JSON.stringify(described).replaceAll('readOnly', 'writeOnly'));
  expect([isRequired(written, 'request'), isRequired(written, 'response')]).toEqual([
    true,
    expected === 'required',
  ]);
});
