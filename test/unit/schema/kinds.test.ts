import { describe, expect, test } from 'vitest';
import { kindOfSchema } from '../../../src/schema/kinds.ts';
import type { Schema } from '../../../src/schema/schema.ts';
import { bundled } from '../../../src/specification/bundled.ts';

describe('the kind of a schema', () => {
  test.each([
    [{ type: 'string' }, { kind: 'text' }],
    [
      { type: 'string', format: 'date' },
      { kind: 'formatted', format: 'date' },
    ],
    [
      { type: 'string', pattern: '^a$' },
      { kind: 'patterned', pattern: '^a$' },
    ],
    [{ type: 'number' }, { kind: 'number' }],
    [{ type: 'boolean' }, { kind: 'truth', values: [true, false] }],
    [{ enum: ['yes', 'no'] }, { kind: 'choice', values: ['yes', 'no'] }],
    [{ const: 'Sale' }, { kind: 'choice', values: ['Sale'] }],
    [{}, { kind: 'anything' }],
    [
      { type: 'array', items: { type: 'number' } },
      { kind: 'list', items: { kind: 'number' }, atLeast: 0 },
    ],
    [{ type: 'array' }, { kind: 'list', items: { kind: 'anything' }, atLeast: 0 }],
    [
      { type: 'object', required: ['a'], properties: { a: { type: 'string' }, b: { type: 'number' } } },
      {
        kind: 'object',
        isClosed: false,
        members: [
          { name: 'a', kind: { kind: 'text' }, isRequired: true },
          { name: 'b', kind: { kind: 'number' }, isRequired: false },
        ],
      },
    ],
    [
      { type: 'object', additionalProperties: false },
      { kind: 'object', isClosed: true, members: [] },
    ],
  ])('%j', (schema, kind) => {
    expect(kindOfSchema(schema)).toEqual(kind);
  });

  test('of a union has its branches, with what they have in common', () => {
    const union = kindOfSchema(bundled.schemaNamed('CaseRecord'));
    expect(union).toMatchObject({
      kind: 'union',
      tag: 'caseType',
      tags: ['Sale', 'Purchase', 'Remortgage', 'Transfer'],
    });
    const branches = union.kind === 'union' ? union.branches : [];
    expect(branches.map(({ value }) => value)).toEqual(['Sale', 'Purchase', 'Remortgage', 'Transfer']);
    const required = branches.map(({ object }) => object.members.filter(({ isRequired }) => isRequired));
    expect(required.map((members) => members.map(({ name }) => name))).toEqual(
      branches.map(() => ['caseId', 'caseType']),
    );
  });

  test.each([
    [{ type: 'string', minLength: 5 }, "It is not known what the keyword 'minLength' allows."],
    [{ not: { type: 'string' } }, "It is not known what the keyword 'not' allows."],
    [{ type: 'integer' }, "It is not known what values are of the type 'integer'."],
    [
      { oneOf: [{ type: 'object' }], discriminator: { propertyName: 'type' } },
      'A branch of a union does not say what its type is.',
    ],
  ])('%j is not guessed', (schema, message) => {
    expect(() => kindOfSchema(schema as Schema)).toThrow(message);
  });
});
