import { expect, test } from 'vitest';
import { upgraded } from '../../../src/specification/upgrade.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** What a schema of OpenAPI 3.0 becomes. */
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
  const document = { openapi: '3.1.0', components: { schemas: { One: { nullable: true } } } };
  expect(upgraded(document)).toBe(document);
});
