import { describe, expect, test } from 'vitest';
import { knownNamesIn, knownPrefixOf, maskedFindings } from '../../../src/rules/known-names.ts';
import { bundled } from '../../../src/specification/bundled.ts';
import { knownNames } from '../../../src/specification/known-names.ts';
import { openSpecification } from '../../../src/specification/open.ts';

const description = JSON.parse(JSON.stringify(bundled.served));
description.components.schemas.Sale.properties.notes = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    required: ['text'],
    properties: { lines: { items: { type: 'string' } } },
  },
};
const changed = await openSpecification(description);

const record = (members: object) => ({
  caseId: '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11',
  caseType: 'Sale',
  ...members,
});
const person = 'notes for Mrs Smith 07700900123';

function found(members: object): (readonly [pointer: string, message: string])[] {
  return maskedFindings(changed, 'CaseRecord', record(members)).map(({ pointer, message }) => [
    pointer,
    message,
  ]);
}

describe('a finding is told', () => {
  test('with the names that the description knows', () => {
    expect(found({ price: 'x', buyers: [{}, 1] }).map(([pointer]) => pointer)).toEqual([
      '/price',
      '/buyers/1',
    ]);
  });

  test('without the name on the way to its place', () => {
    expect(found({ notes: { [person]: { text: '', lines: ['a', 1] } } })).toEqual([
      [
        '/notes/(an unknown name)/lines/1',
        '/notes/(an unknown name)/lines/1 is a number instead of a string',
      ],
    ]);
  });

  test('without a name that looks like a position', () => {
    expect(found({ notes: { '07700900123': {}, 7: {} } })).toEqual([
      ['/notes/(an unknown name)/text', '/notes/(an unknown name)/text is missing'],
    ]);
  });

  test('once, of however many names', () => {
    const location = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`${person} ${at}`, 1]));
    expect(found({ location }).map(([pointer]) => pointer)).toEqual(['/location/(an unknown name)']);
  });
});

test('names are known from wherever the description has them, and no others', () => {
  const known = knownNames(bundled);
  for (const name of ['price', 'latitude', 'TA6', 'caseType', 'message', 'listingGrade'])
    expect(known).toContain(name);
  for (const name of ['notes', 'toString', 'paths', '0', 'true', 'type-of-nothing'])
    expect(known).not.toContain(name);
  expect(knownNames(changed)).toContain('notes');
});

test('the known part of a pointer leads to where the unknown name begins', () => {
  expect(knownPrefixOf('/notes/(an unknown name)/text')).toBe('/notes');
  expect(knownPrefixOf('/price')).toBe('/price');
});

test.each([
  [{ message: 'No.' }, ''],
  [{ message: 'No.', 'Ms. Doe': [{ caseType: 'Sale', price: 1 }] }, 'caseType, price'],
  [
    { caseId: '1', caseType: 'Sale', price: 1, buyers: [{ name: {} }] },
    'caseId, caseType, price and 1 more field',
  ],
  ['caseType', ''],
])('The known names in %j are listed', (value, names) => {
  expect(knownNamesIn(bundled, value)).toBe(names);
});
