import { describe, expect, test } from 'vitest';
import { kindOfSchema, UnknownKind } from '../../../src/schema/kinds.ts';
import { linked } from '../../../src/schema/references.ts';
import type { Schema } from '../../../src/schema/schema.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { each, object, row, tableOf, text, yamlOf } from '../../support/yaml-rows.ts';

const rows = yamlOf(
  new URL('./kinds.yaml', import.meta.url),
  each({ kinds: tableOf(row(object, object)), 'not guessed': tableOf(row(object, text)) }),
);

describe('the kind of a schema', () => {
  test.each(Object.values(rows.kinds))('%j', (schema, kind) => {
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

  test.each(Object.values(rows['not guessed']))('%j is not guessed', (schema, message) => {
    expect(() => kindOfSchema(schema)).toThrow(new UnknownKind(message));
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
