import { describe, expect, test } from 'vitest';
import { redact, shownNames, unknownName } from '../../../src/http/redact.ts';
import type { Schema } from '../../../src/schema/schema.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { named, object, row, tableOf, yamlOf } from '../../support/yaml-rows.ts';

const record = bundled.schemaNamed('CaseRecord');
const id = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';
const sale = { caseId: id, caseType: 'Sale' };

const fields: readonly (readonly [name: string, fields: object, shown: object])[] = [
  ...named(yamlOf(new URL('./redacted.yaml', import.meta.url), tableOf(row(object, object)))),
  [
    'a near miss without end',
    { isSharedOwnership: `yes${' '.repeat(10_000)}` },
    { isSharedOwnership: '(a string of 10003 characters)' },
  ],
];

describe('of a record, a report shows', () => {
  test.each(fields)('%s', (_name, given, shown) => {
    expect(redact({ ...sale, ...given }, record)).toEqual({ ...sale, ...shown });
  });

  test('its type alone, where that is no type of a case', () => {
    expect(redact({ caseType: 'Mrs Smith', caseId: id }, record)).toEqual({ caseType: 'Xxx Xxxxx' });
  });

  test.each([
    ['a string', 'Mrs Smith', 'Xxx Xxxxx'],
    ['a number', 42, '(a number of 2 digits)'],
    ['a small number', -0.5, '(a number below 10)'],
    ['a digit', -5, -5],
    ['a large number', 1e300, '(a number of more than 21 digits)'],
    ['a list', [1, 2], '(an array of 2)'],
    ['an object', { a: 1 }, '(an object of 1)'],
    ['null', null, null],
    ['a boolean', true, true],
  ])('the kind of %s alone, where the description says nothing', (_name, value, shown) => {
    expect(redact(value, undefined)).toEqual(shown);
    expect(redact(value, { 'x-standing': 'open' })).toEqual(shown);
  });
});

test('what is marked as personal is not shown, whatever else is said of it', () => {
  const personal = { 'x-personal': true } as const;
  expect(redact('yes', { enum: ['yes'], ...personal })).toBe('xxx');
  expect(redact(id, { format: 'uuid', ...personal })).toBe('(a string of 36 characters)');
  expect(redact({ a: 'yes' }, { properties: { a: { enum: ['yes'] } }, ...personal })).toBe(
    '(an object of 1)',
  );
  expect(redact(['yes'], { items: { enum: ['yes'] }, ...personal })).toBe('(an array of 1)');
});

test('a text is near no number, and near nothing else that is no text', () => {
  const schema = { enum: [null, 1, true, 'yes'] };
  expect(['Yes', '1', 'true'].map((value) => redact(value, schema))).toEqual(['Yes', '9', 'true']);
});

describe('the name of a member', () => {
  test.each([
    'surprise',
    '__proto__',
    '$ref',
    'constructor',
    'JaneSmith',
    'jane@example.com',
    'a\u001b[31m',
    '',
  ])('%j is not shown where the description does not know it', (name) => {
    const value: object = JSON.parse(`{${JSON.stringify(name)}:"Mrs Smith"}`);
    expect(redact(value, { properties: {} })).toEqual({ [unknownName]: 'Xxx Xxxxx' });
    expect(shownNames({ ...value, price: 1 }, new Set(['price']))).toEqual(['price', unknownName]);
  });

  test('is counted with others', () => {
    const names = Array.from({ length: 5_000 }, (_, at) => [`name${at}`, at]);
    expect(shownNames(Object.fromEntries(names), new Set(['name7']))).toEqual([
      'name7',
      '(4999 unknown names)',
    ]);
  });
});

describe('what is hostile is harmless', () => {
  const deep: unknown = JSON.parse('['.repeat(400_000) + ']'.repeat(400_000));

  test.each(['surprise', 'reference', 'price', 'buyers', 'TA6', 'address', 'location', 'isSharedOwnership'])(
    'deep nesting in %s',
    (name) => {
      const shown = redact({ ...sale, [name]: deep }, record);
      expect(JSON.stringify(shown).length).toBeLessThan(200);
    },
  );

  test('deep nesting as the whole', () => {
    expect(redact(deep, record)).toBe('(an array of 1)');
  });

  test('long lists and large objects', () => {
    const words: Schema = { items: { enum: ['yes'] } };
    expect(redact(new Array(1_000_000).fill('yes'), words)).toHaveLength(400);
    const members = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`key${at}`, 1]));
    expect(redact(members, { properties: {} })).toEqual({ [unknownName]: 1 });
  });

  test('a prototype among the members', () => {
    const shown = redact(JSON.parse('{"__proto__":{"isAdmin":"Mrs Smith"},"a":1}'), { properties: {} });
    expect(Object.getPrototypeOf(shown)).toBe(Object.prototype);
    expect(JSON.stringify(shown)).toBe('{"(an unknown name)":1}');
  });
});
