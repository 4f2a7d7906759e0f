import { describe, expect, test } from 'vitest';
import { kindOfSchema, UnknownKind } from '../../../src/schema/kinds.ts';
import { linked } from '../../../src/schema/references.ts';
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
    [{ type: 'number', format: 'double' }, { kind: 'number' }],
    [{ type: 'boolean' }, { kind: 'truth', values: [true, false] }],
    [{ enum: ['yes', 'no'] }, { kind: 'choice', values: ['yes', 'no'] }],
    [{ const: 'Sale' }, { kind: 'choice', values: ['Sale'] }],
    [{}, { kind: 'anything' }],
    [
      { type: 'array', items: { type: 'number' } },
      { kind: 'list', items: { kind: 'number' }, minItems: 0 },
    ],
    [{ type: 'array' }, { kind: 'list', items: { kind: 'anything' }, minItems: 0 }],
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

  test.each<[schema: object, message: string]>([
    [{ type: 'string', minLength: 5 }, "It is not known what the keyword 'minLength' allows."],
    [{ not: { type: 'string' } }, "It is not known what the keyword 'not' allows."],
    [{ type: 'integer' }, "It is not known what values are of the type 'integer'."],
    [
      { oneOf: [{ type: 'object' }], discriminator: { propertyName: 'type' } },
      'A branch of a union does not say what its type is.',
    ],
    [
      { type: 'object', additionalProperties: { type: 'number' } },
      'It is not known what a schema of additional properties allows.',
    ],
    [{ type: 'number', enum: ['1'] }, "It is not known what is of the kinds 'choice' and 'number' at once."],
    [
      { type: 'string', enum: ['a'], pattern: '^b' },
      "It is not known what is of the kinds 'choice' and 'patterned' at once.",
    ],
    [
      {
        type: 'object',
        discriminator: { propertyName: 'type' },
        oneOf: [
          { type: 'object', properties: { type: { const: 'a' } } },
          { type: 'object', properties: { type: { enum: ['b', 'a'] } } },
        ],
      },
      'Two branches of a union have the same type.',
    ],
    [{ type: ['string', 'null'] }, "No value is of the types 'string' and 'null' at once."],
    ...['string', 'number', 'boolean', 'array', 'object', undefined].map((type): [object, string] => [
      { type, oneOf: [{ const: 'a' }] },
      'It is not known what distinguishes the branches of a union.',
    ]),
    [{ type: 'string', anyOf: [{ const: 'a' }] }, "It is not known what the keyword 'anyOf' allows."],
    [{ type: 'number', format: 'int32' }, "It is not known what numbers are of the format 'int32'."],
    [{ type: 'string', enum: ['a', null] }, 'It is not known what is among texts and others.'],
    [{ const: 1 }, 'It is not known what is among texts and others.'],
    [{ const: 'a', allOf: [{ enum: ['b'] }] }, 'A choice has no values.'],
    [{ format: 'date' }, "It is not known what 'format' allows of a value of any type."],
    [
      { type: 'string', allOf: [{ type: 'number' }] },
      "No value is of the types 'number' and 'string' at once.",
    ],
    [
      { type: 'string', format: 'date', allOf: [{ format: 'email' }] },
      "It is not known what is of the kinds 'formatted' and 'formatted' at once.",
    ],
    [
      { type: 'object', properties: { a: {} }, allOf: [{ additionalProperties: false }] },
      'A closed object refuses the members of a schema next to it.',
    ],
  ])('%j is not guessed', (schema, message) => {
    expect(() => kindOfSchema(schema as Schema)).toThrow(new UnknownKind(message));
  });

  test('of a union has what stands beside its branches, also where no type is named', () => {
    const branch = { type: 'object', properties: { type: { const: 'a' } } };
    const union = kindOfSchema({
      ...{ discriminator: { propertyName: 'type' }, oneOf: [branch] },
      properties: { b: { type: 'number' } },
    });
    const members = [
      { name: 'type', kind: { kind: 'choice', values: ['a'] }, isRequired: false },
      { name: 'b', kind: { kind: 'number' }, isRequired: false },
    ];
    expect(union).toMatchObject({ kind: 'union', branches: [{ value: 'a', object: { members } }] });
  });

  test('of several parts is what all of them allow', () => {
    const schema: Schema = {
      type: 'object',
      allOf: [
        { required: ['b'], properties: { a: { enum: ['x', 'y'] }, b: { type: 'string' } } },
        { required: ['c'], properties: { a: { enum: ['y', 'z'] }, b: { type: 'string', format: 'date' } } },
      ],
    };
    expect(kindOfSchema(schema)).toEqual({
      kind: 'object',
      isClosed: false,
      members: [
        { name: 'a', kind: { kind: 'choice', values: ['y'] }, isRequired: false },
        { name: 'b', kind: { kind: 'formatted', format: 'date' }, isRequired: true },
        { name: 'c', kind: { kind: 'anything' }, isRequired: true },
      ],
    });
  });

  test('of a schema that refers to itself is known up to there', () => {
    const { tree } = linked<{ tree: Schema }>({
      tree: { type: 'object', properties: { branch: { $ref: '#/tree' } } },
    });
    const branch = { kind: 'described', schema: { $ref: '#/tree' } };
    expect(kindOfSchema(tree)).toEqual({
      kind: 'object',
      isClosed: false,
      members: [{ name: 'branch', kind: branch, isRequired: false }],
    });
  });
});
