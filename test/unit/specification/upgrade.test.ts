import { expect, test } from 'vitest';
import { inDirection, upgraded } from '../../../src/specification/upgrade.ts';
import { each, named, object, oneOf, row, tableOf, yamlOf } from '../../support/yaml-rows.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const rows = yamlOf(
  new URL('./upgraded.yaml', import.meta.url),
  each({
    upgraded: tableOf(row(object, object)),
    marked: tableOf(row(object, oneOf('required', 'not required'))),
  }),
);

function schemaOf30(schema: JsonObject): unknown {
  const document = { openapi: '3.0.3', paths: {}, components: { schemas: { One: schema } } };
  const { components } = upgraded(document) as { components: { schemas: { One: unknown } } };
  return components.schemas.One;
}

test.each(named(rows.upgraded))('%s', (_name, before, after) => {
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

test.each(named(rows.marked))(
  'a property that is marked %s is, of the direction that leaves it out, %s',
  (_, One, expected) => {
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
  },
);
