import { describe, expect, test } from 'vitest';
import { readCaseRecord, readRecordOfType } from '../../../src/rules/case-record.ts';
import { readClientRecord } from '../../../src/rules/client-record.ts';
import { bundled } from '../../../src/specification/bundled.ts';

const caseId = '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11';
const fields = { caseId, price: 'dear', isSharedOwnership: 'Yes' };
const ofFields = (prefix = ''): unknown[] => [
  ['case-price', `${prefix}/price`, `${prefix}/price is a string instead of a number`],
  [
    'sale-shared-ownership',
    `${prefix}/isSharedOwnership`,
    `${prefix}/isSharedOwnership is 'Yes' instead of 'yes' (other letter case)`,
  ],
];

function wrongIn(value: unknown): unknown[] {
  return [...readRecordOfType(bundled, value, 'Sale').findings].flatMap(([row, findings]) =>
    findings.map(({ pointer, message }) => [row, pointer, message]),
  );
}

describe('a record that is listed as a sale is read as one, too, where it', () => {
  const types = "is not one of 'Sale', 'Purchase', 'Remortgage', 'Transfer'";

  test.each<[string, unknown, string]>([
    ['has no type', fields, '/caseType is missing'],
    ['has one that there is not', { ...fields, caseType: 'Lease' }, `/caseType ${types}`],
    [
      'writes it otherwise',
      { ...fields, caseType: 'SALE' },
      "/caseType is 'SALE' instead of 'Sale' (other letter case)",
    ],
  ])('%s', (_name, record, message) => {
    expect(wrongIn(record)).toEqual([['case-type', '/caseType', message], ...ofFields()]);
  });

  test.each<[string, unknown, string]>([
    ['stands in an envelope', { data: { ...fields, caseType: 'Sale' } }, '/data'],
    ['stands in one with others, and without its type', { meta: { page: 1 }, result: fields }, '/result'],
    ['stands in one that may be named after a person', { 'Mrs Smith': fields }, '/(an unknown name)'],
  ])('%s', (_name, record, at) => {
    const missing = `/caseType is missing, but the record is in ${at}`;
    expect(wrongIn(record)).toEqual([['case-type', '/caseType', missing], ...ofFields(at)]);
  });

  test('is the one element of a list', () => {
    expect(wrongIn([{ ...fields, caseType: 'Sale' }])).toEqual([
      ['case-type', '', expect.stringMatching(/^The value is an array instead of an object, .* in \/0$/)],
      ...ofFields('/0'),
    ]);
  });
});

test('what the record shows so counts as shown', () => {
  const { shown } = readRecordOfType(bundled, { data: fields }, 'Sale');
  expect([...shown]).toEqual(expect.arrayContaining(['case-id', 'case-price', 'sale-shared-ownership']));
});

test.each([
  ['that says its type', { ...fields, caseType: 'Purchase' }],
  ['of another kind', 'Sale'],
  ['that is null', null],
])('a value %s is read as it is', (_name, value) => {
  expect(readRecordOfType(bundled, value, 'Sale')).toEqual(readCaseRecord(bundled, value));
});

test('a form that writes all names of several words in another way is wrong, one name alone is not', () => {
  const form = (members: object) =>
    [
      ...readCaseRecord(bundled, { caseId, caseType: 'Sale', TA6: { type: 'TA6_4th', ...members } }).findings,
    ].flatMap(([row, all]) => all.map(({ message }) => [row, message]));
  const snakes = { is_radon: 'yes', listing_grade: 'I' };
  const respelled = 'is shown with another spelling of its name';
  expect(form(snakes)).toEqual([
    ['ta6-4th-yes-no', `/TA6/isRadon ${respelled}: is_radon`],
    ['ta6-4th-listing-grade', `/TA6/listingGrade ${respelled}: listing_grade`],
  ]);
  expect(form({ is_radon: 'yes' })).toEqual([]);
  expect(form({ is_radon: 'yes', IsRadon: 'yes' })).toEqual([]);
  const inOtherNames = { id: caseId, address: { Line_1: '1 Sample Street', Post_Town: 'Testerton' } };
  const ofAddress = [...readClientRecord(bundled, inOtherNames).findings.values()].flat();
  expect(ofAddress.map(({ pointer }) => pointer)).toEqual(['/address/line_1', '/address/post_town']);
  expect(form({ ...snakes, isIrregularBoundaries: 'no' })).toEqual([]);
});
