import { describe, expect, it, test } from 'vitest';
import { bundled } from '../../../src/specification/bundled.ts';
import { downgraded } from '../../../src/specification/downgrade.ts';
import { upgraded } from '../../../src/specification/upgrade.ts';
import { named, object, row, tableOf, yamlOf } from '../../support/yaml-rows.ts';

type JsonObject = Readonly<Record<string, unknown>>;

function descriptionOf(schema: JsonObject): JsonObject {
  return { openapi: '3.1.0', info: { title: 'A', version: '1' }, components: { schemas: { One: schema } } };
}

function schemaIn30(schema: JsonObject): unknown {
  return (downgraded(descriptionOf(schema)) as { components: { schemas: { One: unknown } } }).components
    .schemas.One;
}

const rows = yamlOf(new URL('./downgraded.yaml', import.meta.url), tableOf(row(object, object)));

test.each(named(rows))('%s', (_name, before, after) => {
  expect(schemaIn30(before)).toEqual(after);
});

test.each<[JsonObject, string]>([
  [descriptionOf({ if: {} }), '/components/schemas/One/if'],
  [descriptionOf({ type: ['string', 'number'] }), '/components/schemas/One/type'],
  [descriptionOf({ type: 'null' }), '/components/schemas/One/type'],
  [descriptionOf({ minimum: 1, exclusiveMinimum: 1 }), '/components/schemas/One/exclusiveMinimum'],
  [descriptionOf({ items: { const: 1, enum: [1] } }), '/components/schemas/One/items/const'],
  [{ openapi: '3.1.0', webhooks: {} }, '/webhooks'],
])('%j cannot be said in 3.0', (document, pointer) => {
  expect(() => downgraded(document)).toThrow(`OpenAPI 3.0 cannot say what is at ${pointer}.`);
});

test('a description of 3.0 stays as it is', () => {
  const document = { openapi: '3.0.3', webhooks: {} };
  expect(downgraded(document)).toBe(document);
});

describe('the bundled description', () => {
  const document = bundled.served as JsonObject;

  it('says the same again in 3.1, but for extensions next to references', () => {
    const constantsAsEnums = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value), (_name, one) => {
        if (typeof one !== 'object' || one === null || Array.isArray(one)) return one;
        if ('$ref' in one) return { $ref: one.$ref };
        return 'const' in one && typeof one.const === 'string'
          ? Object.fromEntries(
              Object.entries(one).map(([name, held]) => (name === 'const' ? ['enum', [held]] : [name, held])),
            )
          : one;
      });
    const { components, paths } = upgraded(downgraded(document));
    expect(components).toEqual(constantsAsEnums(document.components));
    expect(paths).toEqual(constantsAsEnums(document.paths));
  });

  it('keeps title, version and licence', () => {
    expect(downgraded(document).info).toEqual({
      title: 'Case Management Service',
      version: '2.0',
      description: expect.any(String),
      license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
    });
  });

  it('leaves every other status open', () => {
    const { paths } = bundled.description;
    const others = Object.values(paths)
      .flatMap((item) => Object.values(item))
      .map((operation) => (operation as { responses: { default?: unknown } }).responses.default);
    expect(others).toEqual(others.map(() => ({ $ref: '#/components/responses/Open' })));
    // No content is listed, so that a validator of answers accepts any body.
    expect(JSON.stringify(bundled.served)).toContain(
      '"Open":{"description":"Any other status. The documents do not list it, and do not exclude it."}',
    );
  });
});
