import { describe, expect, test } from 'vitest';
import { fields } from '../../../faults/catalogue/fields.ts';
import {
  coverable,
  fieldCoverageOf,
  neverCovered,
  openFieldCounts,
} from '../../../src/folds/field-coverage.ts';
import { bundled } from '../../../src/specification/bundled.ts';

const caseId = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';
const sale = { caseId, caseType: 'Sale' };

test('what can be covered is every field of the catalogue, and every value of one that has a few', () => {
  // The `type` of a form is in the edition, and `caseType` in the shape, so they have no own names.
  const named = fields
    .filter(({ pointer }) => !/\/(caseType|type)$/.test(pointer))
    .flatMap(({ shape, edition, pointer, kind }) => {
      const name = `${[shape, ...(edition === undefined ? [] : [edition])].join(' ')} ${pointer.replaceAll('/0', '/*')}`;
      const isEnumeration = ['yes-no', 'Yes-No', 'one-of'].includes(kind.name);
      return [name, ...(isEnumeration ? kind.right.map((value) => `${name} '${value}'`) : [])];
    });
  const editions = coverable(bundled).filter((name) => !name.includes('/'));
  expect(new Set(coverable(bundled))).toEqual(new Set([...named, ...editions]));
  expect(editions).toEqual([
    ...['Sale', 'Sale TA6_4th', 'Sale TA6_5th', 'Sale TA6_6th', 'Sale TA7_3rd', 'Sale TA7_4th'],
    ...['Sale TA7_5th', 'Purchase', 'Remortgage', 'Transfer'],
  ]);
});

const once = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 1]));

describe('what records show', () => {
  test('is their shape, editions, fields and values', () => {
    const record = { ...sale, isUndervalue: 'no', TA6: { type: 'TA6_4th', listingGrade: 'grade II*' } };
    expect(fieldCoverageOf(bundled, [record])).toEqual({
      valid: once(
        ...['Sale', 'Sale /caseId', 'Sale /isUndervalue', "Sale /isUndervalue 'no'", 'Sale /TA6'],
        ...['Sale TA6_4th', 'Sale TA6_4th /TA6/listingGrade', "Sale TA6_4th /TA6/listingGrade 'grade II*'"],
      ),
      invalid: {},
    });
  });

  test('is invalid where a finding is, and in the shape and edition that hold it', () => {
    const record = { ...sale, price: 1, TA6: { type: 'TA6_4th', listingGrade: 'II', isKeys: 'yes' } };
    expect(fieldCoverageOf(bundled, [record])).toEqual({
      valid: once(
        ...['Sale /caseId', 'Sale /price', 'Sale /TA6', 'Sale TA6_4th /TA6/isKeys'],
        "Sale TA6_4th /TA6/isKeys 'yes'",
      ),
      invalid: once('Sale', 'Sale TA6_4th', 'Sale TA6_4th /TA6/listingGrade'),
    });
  });

  test('is invalid in what holds a place that is not listed', () => {
    expect(fieldCoverageOf(bundled, [{ ...sale, location: { latitude: 1, altitude: 2 } }])).toEqual({
      valid: { 'Sale /caseId': 1, 'Sale /location/latitude': 1 },
      invalid: { Sale: 1, 'Sale /location': 1 },
    });
    const { invalid } = fieldCoverageOf(bundled, [{ ...sale, TA6: { type: 'TA6_9th', isKeys: 'maybe' } }]);
    expect(invalid).toEqual(once('Sale', 'Sale /TA6'));
  });

  test('counts once for a record, and an element that is wrong decides', () => {
    const buyers = [{ buyerType: 'company' }, { buyerType: 'Company' }, { buyerType: 'individual' }];
    expect(fieldCoverageOf(bundled, [{ ...sale, buyers }])).toEqual({
      valid: once(
        ...['Sale /caseId', 'Sale /buyers'],
        ...["Sale /buyers/*/buyerType 'individual'", "Sale /buyers/*/buyerType 'company'"],
      ),
      invalid: once('Sale', 'Sale /buyers/*/buyerType'),
    });
  });

  test.each([null, 7, [], {}, { caseType: 'Lease' }])('is nothing in %j', (record) => {
    expect(fieldCoverageOf(bundled, [record])).toEqual({ valid: {}, invalid: {} });
  });

  test('is added up, and what another version knows is kept', () => {
    const one = fieldCoverageOf(bundled, [sale, { ...sale, price: 1 }]);
    const sum = openFieldCounts(bundled, [
      { valid: { 'Lease /term': 3 }, invalid: { Sale: 2 } },
      one,
      one,
    ]).coverage();
    expect(sum).toEqual({
      valid: { Sale: 4, 'Sale /caseId': 4, 'Sale /price': 2, 'Lease /term': 3 },
      invalid: { Sale: 2 },
    });
    expect(Object.keys(sum.valid)).toEqual(['Sale', 'Sale /caseId', 'Sale /price', 'Lease /term']);
    expect(neverCovered(bundled, sum)).toEqual(
      coverable(bundled).filter((name) => !['Sale', 'Sale /caseId', 'Sale /price'].includes(name)),
    );
  });
});

test('Records that are none show nothing, and null shows nothing below it', () => {
  expect(fieldCoverageOf(bundled, [null, 'x', 5])).toEqual({ valid: {}, invalid: {} });
  expect(fieldCoverageOf(bundled, [{ caseType: 'Sale', location: null, TA6: null }])).toEqual({
    valid: {},
    invalid: { Sale: 1, 'Sale /location': 1, 'Sale /TA6': 1 },
  });
});

test('A form is wrong where something in it is, whatever is wrong elsewhere', () => {
  const grade = { caseId: 5, caseType: 'Sale', TA6: { type: 'TA6_4th', listingGrade: 'x' } };
  expect(fieldCoverageOf(bundled, [grade])).toEqual({
    valid: { 'Sale /TA6': 1 },
    invalid: { Sale: 1, 'Sale /caseId': 1, 'Sale TA6_4th': 1, 'Sale TA6_4th /TA6/listingGrade': 1 },
  });
});
