import { json } from '../answers.ts';
import type { Fault } from '../behaviour.ts';
import { insteadOf, when } from '../behaviours.ts';
import { faultsOf } from '../fault.ts';
import { changingRecords, withRecordValue } from '../records.ts';
import { forCase } from '../requests.ts';
import { absent } from '../values.ts';
import { faultsOfValues, type WrongValue } from '../wrong-values.ts';

const manyTexts = Array.from({ length: 149 }, (_, index) => `Alteration ${index + 1}`);

const wrongValues: readonly WrongValue[] = [
  ['id-missing', 'caseId is missing', ['sale-ta6-4th', '/caseId', absent]],
  ['type-missing', 'caseType is missing', ['sale-ta6-4th', '/caseType', absent]],
  ['ta6-untyped', 'TA6 has fields, but no type', ['sale-ta6-4th', '/TA6/type', absent]],
  ['ta7-untyped', 'TA7 has fields, but no type', ['sale-ta6-4th', '/TA7/type', absent]],
  [
    'second-buyer-type',
    'buyerType of the second buyer is capitalised',
    ['sale-ta6-4th', '/buyers/1/buyerType', 'Individual'],
  ],
  [
    'third-buyer-company-number',
    'buyerCompanyName of the third buyer is a number',
    ['sale-ta6-4th', '/buyers/2/buyerCompanyName', 7],
  ],
  ['second-owner-null', 'The second owner is null', ['purchase', '/owners/1', null]],
  [
    'second-owner-deceased',
    'isDeceased of the second owner is a boolean',
    ['purchase', '/owners/1/isDeceased', false],
  ],
];

/**
 * Services with one wrong case record. Wrong values of fields are tried for each field separately, so these faults are
 * those that are not the first single field of their kind.
 */
export const recordFaults: readonly Fault[] = Object.freeze([
  ...faultsOf('case-type', '', [
    [
      'record-in-array',
      'The record stands in an array',
      changingRecords(forCase('remortgage'), (record) => [record]),
    ],
    ['record-null', 'The record is null', when(forCase('transfer'), insteadOf(200, json(200, null)))],
    [
      'record-in-text',
      'The record is a string, written twice over',
      changingRecords(forCase('purchase'), JSON.stringify),
    ],
    ['record-number', 'The record is a number', changingRecords(forCase('sale-bare'), () => 1)],
  ]),
  ...faultsOfValues(wrongValues),
  ...faultsOf('case-type', '/caseType', [
    [
      'record-in-data',
      'The record stands under data',
      changingRecords(forCase('sale-ta6-4th'), (data) => ({ data })),
    ],
    [
      'record-not-flat',
      'The record holds everything but its identifier under another name',
      changingRecords(forCase('transfer'), (fields) => ({
        fields,
        caseId: 'acb500be-78c8-4ca9-b18d-7870fc5d0069',
      })),
    ],
  ]),
  ...faultsOf('ta6-5th-text-lists', '/TA6/alterationsMade/149', [
    'ta6-long-list',
    'The last of 150 alterations is a number',
    withRecordValue(forCase('sale-ta6-5th'), '/TA6/alterationsMade', [...manyTexts, 150]),
  ]),
]);
