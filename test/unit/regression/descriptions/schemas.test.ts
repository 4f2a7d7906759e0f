import { registerSchema, validate } from '@hyperjump/json-schema/draft-2020-12';
import { describe, expect, test } from 'vitest';
import { compareDescriptions } from '../../../../src/regression/descriptions/compare.ts';
import { validatorsOf } from '../../../../src/regression/descriptions/validators.ts';
import { each, list, object, row, tableOf, yamlOf } from '../../../support/yaml-rows.ts';
import { describing, type Schema, text } from './corpus/describing.ts';
import type { Json } from './corpus/pair.ts';

const { components, schemas } = yamlOf(
  new URL('./corpus/schemas.yaml', import.meta.url),
  each({ components: object, schemas: tableOf(row(object, list, list)) }),
);

async function otherValidatorOf(schema: Schema, name: string): Promise<(value: unknown) => boolean> {
  const uri = `https://pets.example/${encodeURIComponent(name)}`;
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  registerSchema({ $schema, $id: uri, allOf: [schema], components: { schemas: components } } as never);
  const validator = await validate(uri);
  return (value) => validator(value as never).valid;
}

function verdictsOfSending(value: unknown, schema: Schema): string[] {
  const [before, after] = [{ const: value }, schema].map((answer) =>
    describing({ answer, schemas: components }),
  );
  return compareDescriptions(before ?? {}, after ?? {}).map(({ providers }) => providers.verdict);
}

describe.each(Object.entries(schemas))('%s', (name, [schema, accepts, refuses]) => {
  test('is judged alike by hand, by the validator of diff and by another', async () => {
    const validators = validatorsOf({ components: { schemas: { ...components, It: schema } } });
    const other = await otherValidatorOf(schema, name);
    for (const isValid of [
      (value: unknown) => validators('/components/schemas/It')(value) === undefined,
      other,
    ]) {
      expect(accepts.filter((value) => !isValid(value))).toEqual([]);
      expect(refuses.filter(isValid)).toEqual([]);
    }
  });

  test('breaks nobody who sends what it accepts, and is not compatible with what it refuses', () => {
    for (const value of accepts) expect(verdictsOfSending(value, schema)).not.toContain('breaking');
    for (const value of refuses)
      expect(verdictsOfSending(value, schema).every((one) => one === 'compatible')).toBe(false);
  });
});

test('nothing is proven by a member that Ajv ignores', () => {
  const named = (value: unknown): Json => Object.fromEntries([['__proto__', value]]);
  const schema = { properties: named(text) };
  for (const value of [{}, named('x'), named(1)])
    expect(verdictsOfSending(value, schema)).not.toContain('breaking');
  expect(verdictsOfSending(named(1), schema)).toContain('undecided');
});
