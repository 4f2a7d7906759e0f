import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  edgeCaseRecords,
  generatedTypes,
  invalidRecords,
  records,
  schemaNameOf,
} from '../src/generation/records.ts';
import { kindOfSchema } from '../src/schema/kinds.ts';
import { linked } from '../src/schema/references.ts';
import type { Schema } from '../src/schema/schema.ts';
import { bundled } from '../src/specification/bundled.ts';
import { compiled } from '../src/specification/compiled.ts';
import { acceptorUnlessUnknown } from '../src/validation/acceptor.ts';
import { formats } from '../src/validation/formats.ts';
import { sampling } from './sampling.ts';

// Our validator asks Ajv only where it is unsure. It must accept exactly the values that Ajv accepts.

describe.each(generatedTypes)('of a generated %s, Ajv says the same', (type) => {
  const name = schemaNameOf(type);
  const realistic = records({ type });
  const hostile = records({ type, texts: 'hostile' });
  const invalid = invalidRecords({ type }).map(({ record }) => record);
  const edgeCases = edgeCaseRecords({ type }).map(({ record }) => record);
  const generated = fc.oneof(realistic, hostile, invalid, edgeCases);

  test('as it is', () => {
    assertAgreement(name, generated);
  });

  test('with something else in one place, or in several', () => {
    assertAgreement(name, altered(generated));
  });

  test('as no JSON can be', () => {
    assertAgreement(name, altered(generated, fc.constantFrom(...unlikeJson)));
  });
});

test.each([...new Set(generatedTypes.map(schemaNameOf))])(
  'Of any value as a %s, Ajv says the same',
  (name) => {
    const anything = fc.anything({
      withBoxedValues: true,
      withDate: true,
      withNullPrototype: true,
      withSparseArray: true,
      withMap: true,
    });
    assertAgreement(name, fc.oneof(fc.jsonValue(), anything));
  },
);

const names = ['a', 'b', 'tag'] as const;
const words = fc.constantFrom('x', 'y', '2024-02-29', 'not a date');

function some<Value extends object>(members: { [Name in keyof Value]: fc.Arbitrary<Value[Name]> }) {
  return fc.record(members, { requiredKeys: [], noNullPrototype: true });
}

const textSchemas = fc
  .tuple(
    fc.constantFrom({ type: 'string' }, { type: 'string' }, {}),
    fc.oneof(
      fc.record({ enum: fc.uniqueArray(words, { minLength: 1 }) }),
      fc.record({ const: words, allOf: fc.constant([{ enum: ['x', 'y'] }]) }),
      some({ format: fc.constant('date'), pattern: fc.constant('^2'), minLength: fc.nat(3) }),
    ),
  )
  .map(([type, rest]) => ({ ...type, ...rest }));

const scalars = fc.oneof(words, fc.constantFrom(0, 1, 1.5, true, null));

const leaves: fc.Arbitrary<object> = fc.oneof(
  textSchemas,
  some({ type: fc.constantFrom('number', 'boolean', 'integer'), enum: fc.constant([1, true]) }),
);

function schemasTo(depth: number): fc.Arbitrary<object> {
  if (depth === 0) return leaves;
  const items = schemasTo(depth - 1);
  return fc.oneof(leaves, objectSchemas(depth), fc.record({ type: fc.constant('array'), items }));
}

function objectSchemas(depth: number): fc.Arbitrary<object> {
  const members = schemasTo(depth - 1);
  const parts = depth === 1 ? fc.constant([]) : fc.array(objectSchemas(depth - 1), { maxLength: 2 });
  const own = some({
    properties: fc.dictionary(fc.constantFrom(...names), members),
    required: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 1 }),
    additionalProperties: fc.oneof(fc.boolean(), members),
  });
  return fc.tuple(own, parts, parts).map(([schema, allOf, options]) => ({
    ...{ type: 'object', ...schema },
    ...(allOf.length === 0 ? {} : { allOf }),
    ...unionOf(options),
  }));
}

function unionOf(options: readonly object[]): object {
  if (options.length === 0) return {};
  const oneOf = options.map((option, index) => ({
    ...{ type: 'object', required: ['tag'], properties: { tag: { const: ['x', 'y'][index] } } },
    allOf: [option],
  }));
  return { discriminator: { propertyName: 'tag' }, required: ['tag'], oneOf };
}

const keywordsTo = (depth: number): Readonly<Record<string, fc.Arbitrary<unknown>>> => ({
  type: fc.constantFrom('string', 'number', 'integer', 'boolean', 'array', 'object', 'null', [
    'number',
    'null',
  ]),
  const: scalars,
  enum: fc.uniqueArray(scalars, { minLength: 1, maxLength: 3 }),
  format: fc.constantFrom('date', 'int32', 'double', 'time', 'unknown'),
  pattern: fc.constantFrom('^2', 'x'),
  minimum: fc.constant(1),
  maxLength: fc.constant(1),
  minItems: fc.constant(1),
  required: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 1 }),
  ...(depth === 0 ? {} : holdingKeywords(keywordSchemas(depth - 1))),
});

const holdingKeywords = (schemas: fc.Arbitrary<object>): Readonly<Record<string, fc.Arbitrary<unknown>>> => ({
  items: schemas,
  properties: fc.dictionary(fc.constantFrom(...names), schemas),
  additionalProperties: fc.oneof(fc.boolean(), schemas),
  not: schemas,
  if: schemas,
  allOf: fc.array(schemas, { minLength: 1, maxLength: 2 }),
  anyOf: fc.array(schemas, { minLength: 1, maxLength: 2 }),
  oneOf: fc.array(schemas, { minLength: 1, maxLength: 2 }),
});

function keywordSchemas(depth: number): fc.Arbitrary<object> {
  const keywords = Object.entries(keywordsTo(depth)).map(([keyword, values]) =>
    values.map((value) => [keyword, value] as const),
  );
  const said = fc.uniqueArray(fc.oneof(...keywords), { selector: ([keyword]) => keyword, maxLength: 3 });
  return said.map((some) => Object.fromEntries(some));
}

const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(scalars, fc.integer({ max: 2 }), fc.boolean()),
    fc.dictionary(fc.constantFrom(...names, 'other'), tie('value'), { noNullPrototype: true }),
    fc.array(tie('value'), { maxLength: 2 }),
  ),
}));

test.each([
  ['schema', schemasTo(3), 400],
  ['few keywords', keywordSchemas(2), 1_500],
])('Of any %s, what is accepted without Ajv, Ajv accepts', (_, schemas, runs) => {
  let accepted = 0;
  fc.assert(
    fc.property(schemas, fc.array(anyValue, { minLength: 5, maxLength: 20 }), (schema, values) => {
      const accept = acceptorUnlessUnknown(() => kindOfSchema(linked(schema) as Schema));
      const yes = values.filter(accept);
      if (yes.length === 0) return;
      accepted += 1;
      // The schemas are known to be valid, and checking them would take longer than everything else.
      const ajv = new Ajv2020({
        strict: false,
        discriminator: true,
        formats: { ...fullFormats, ...formats },
        logger: false,
        meta: false,
        validateSchema: false,
      });
      expect(yes.filter((value) => !ajv.validate(schema, value))).toEqual([]);
    }),
    sampling(runs),
  );
  // Many schemas contradict themselves and accept nothing. At least some must accept a value.
  expect(accepted).toBeGreaterThan(50);
});

function assertAgreement(name: string, values: fc.Arbitrary<unknown>): void {
  const byAjv = compiled('first', name);
  fc.assert(
    fc.property(values, (value) => {
      expect(bundled.validate(name, value).length === 0).toBe(byAjv(value));
    }),
    sampling(300),
  );
}

type Alteration = (value: unknown) => unknown;

function altered(
  values: fc.Arbitrary<unknown>,
  alterations: fc.Arbitrary<Alteration> = fc.oneof(fc.constantFrom(...likeJson), replacements),
): fc.Arbitrary<unknown> {
  const placed = fc.tuple(fc.array(fc.nat(), { maxLength: 3 }), alterations);
  return fc
    .tuple(values, fc.array(placed, { minLength: 1, maxLength: 3 }))
    .map(([value, all]) => all.reduce((one, [path, alter]) => alteredAt(one, path, alter), value));
}

const replacements: fc.Arbitrary<Alteration> = fc
  .oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('', 'Yes', 'Sale', 'TA6_5th', 0, [], {}))
  .map((other) => () => other);

const likeJson: readonly Alteration[] = [
  (value) => [value],
  (value) => String(value),
  (value) => (isObject(value) ? { ...value, additional: 1 } : value),
  (value) => (isObject(value) ? Object.fromEntries(Object.entries(value).slice(1)) : value),
];

/** Its member is not enumerable, as in an instance of a class. */
const priced = Object.defineProperty({}, 'price', { get: () => 'high' });

const unlikeJson: readonly Alteration[] = [
  () => undefined,
  () => Number.NaN,
  () => new Date(0),
  (value) => Object(value),
  (value) => (isObject(value) ? Object.create(value) : value),
  (value) => (isObject(value) ? Object.create(priced, Object.getOwnPropertyDescriptors(value)) : value),
  (value) => (isObject(value) ? Object.assign(Object.create(null), value) : value),
  (value) => (isObject(value) ? Object.defineProperty({ ...value }, 'price', { value: 'high' }) : value),
  (value) => (Array.isArray(value) ? Object.assign([], { 1: value[0] }) : value),
];

function alteredAt(value: unknown, [step, ...path]: readonly number[], alter: Alteration): unknown {
  const names = isObject(value) || Array.isArray(value) ? Object.keys(value) : [];
  if (step === undefined || names.length === 0) return alter(value);
  const name = names[step % names.length] ?? '';
  const held = (value as Record<string, unknown>)[name];
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  return Object.assign(copy, { [name]: alteredAt(held, path, alter) });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
