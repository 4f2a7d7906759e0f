import { expect, test } from 'vitest';
import { candidatesFor } from '../../../src/generation/candidates.ts';
import { linked } from '../../../src/schema/references.ts';
import type { Schema } from '../../../src/schema/schema.ts';

function firstFor(schemas: Readonly<Record<string, object>>): unknown {
  return candidatesFor(linked({ schemas }).schemas.A as Schema)[0];
}

const ref = (name: string): object => ({ $ref: `#/schemas/${name}` });

test('a schema that is within itself has a candidate that ends', () => {
  const replies = { type: 'array', items: ref('A') };
  const comment = { type: 'object', required: ['replies'], properties: { replies } };
  expect(firstFor({ A: comment })).toEqual({ replies: [{ replies: [] }] });
  const next = { type: 'object', required: ['next'], properties: { next: ref('A') } };
  expect(firstFor({ A: next })).toEqual({ next: { next: {} } });
  expect(firstFor({ A: { anyOf: [ref('B')] }, B: { oneOf: [ref('A'), { const: 7 }] } })).toBe('None');
});

test('schemas that are within each other are each looked into once', () => {
  const names = ['A', ...Array.from({ length: 40 }, (_, index) => `S${index}`)];
  const all = {
    type: 'object',
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, ref(name)])),
  };
  expect(Object.keys(firstFor(Object.fromEntries(names.map((name) => [name, all]))) as object)).toEqual(
    names,
  );
});

test('what asks for too much of a value is given less', () => {
  expect(firstFor({ A: { type: 'string', minLength: 2 ** 40 } })).toHaveLength(10_000);
  expect(firstFor({ A: { type: 'array', minItems: 2 ** 40 } })).toHaveLength(1_000);
});
