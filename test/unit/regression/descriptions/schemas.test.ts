import { registerSchema, validate } from '@hyperjump/json-schema/draft-2020-12';
import { describe, expect, test } from 'vitest';
import { compareDescriptions } from '../../../../src/regression/descriptions/compare.ts';
import { validatorsOf } from '../../../../src/regression/descriptions/validators.ts';
import { describing } from './corpus/describing.ts';
import { components, ignored, type Judged, schemas } from './corpus/schemas.ts';

async function otherValidatorOf({ schema }: Judged, name: string): Promise<(value: unknown) => boolean> {
  const uri = `https://pets.example/${encodeURIComponent(name)}`;
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  registerSchema({ $schema, $id: uri, allOf: [schema], components: { schemas: components } } as never);
  const validator = await validate(uri);
  return (value) => validator(value as never).valid;
}

/** The verdicts for a provider that could answer one value alone, and may answer what a schema allows now. */
function verdictsOfSending(value: unknown, { schema }: Judged): string[] {
  const [before, after] = [{ const: value }, schema].map((answer) =>
    describing({ answer, schemas: components }),
  );
  return compareDescriptions(before ?? {}, after ?? {}).map(({ providers }) => providers.verdict);
}

test('there are schemas of each kind', () => {
  expect(Object.keys(schemas).length).toBeGreaterThanOrEqual(40);
});

describe.each(Object.entries(schemas))('%s', (name, judged) => {
  const { schema, accepts, refuses } = judged;
  test('is judged alike by hand, by the validator of diff and by another', async () => {
    const validators = validatorsOf({ components: { schemas: { ...components, It: schema } } });
    const other = await otherValidatorOf(judged, name);
    for (const isValid of [
      (value: unknown) => validators('/components/schemas/It')(value) === undefined,
      other,
    ]) {
      expect(accepts.filter((value) => !isValid(value))).toEqual([]);
      expect(refuses.filter(isValid)).toEqual([]);
    }
  });

  test('breaks nobody who sends what it accepts, and is not compatible with what it refuses', () => {
    for (const value of accepts) expect(verdictsOfSending(value, judged)).not.toContain('breaking');
    for (const value of refuses)
      expect(verdictsOfSending(value, judged).every((one) => one === 'compatible')).toBe(false);
  });
});

test('nothing is proven by a member that Ajv ignores', () => {
  for (const value of [...ignored.accepts, ...ignored.refuses])
    expect(verdictsOfSending(value, ignored)).not.toContain('breaking');
  for (const value of ignored.refuses) expect(verdictsOfSending(value, ignored)).toContain('undecided');
});
