import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  edgeCaseRecords,
  generatedTypes,
  invalidRecords,
  records,
  schemaNameOf,
} from '../src/generation/records.ts';
import { bundled } from '../src/specification/bundled.ts';
import { compiled } from '../src/specification/compiled.ts';
import { sampling } from './sampling.ts';

// Our validator asks Ajv only where it is not sure: it must say yes exactly where Ajv would have.

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

/** Values in which something is altered, at the top or below it. */
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

/** As a class has its members: they are not enumerable. */
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

/** A value with what is at the end of a path altered; the path is cut where the value ends before it does. */
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
