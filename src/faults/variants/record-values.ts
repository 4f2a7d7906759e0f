import type { Variant } from '../behaviour.ts';
import { everyRecord, writingEveryRecord } from '../records.ts';
import { variantsOfRecords } from '../variant.ts';

const upper = everyRecord((record) => ({ ...record, caseId: String(record.caseId).toUpperCase() }));

/** Values that are as described, though they look odd. */
export const recordValueVariants: readonly Variant[] = Object.freeze([
  ...variantsOfRecords('case-id', ['upper-case-identifier', 'caseId is written in upper case', upper]),
  ...variantsOfRecords('case-address-fields', [
    'address-odd',
    'The fields of address are of any type',
    everyRecord((record) => ({
      ...record,
      address: { line_1: 12, line_2: null, line_3: [], post_town: {}, postcode: false, uprn: 10070512846 },
    })),
  ]),
  ...variantsOfRecords('case-price', [
    [
      'price-exponent',
      'Numbers are written with exponents',
      writingEveryRecord((body) =>
        body.replace(/("(?:list|sale|purchase)?[pP]rice":)[\d.eE+-]+/g, '$11.5E+5'),
      ),
    ],
    [
      'price-fraction',
      'Whole numbers are written with a fraction',
      writingEveryRecord((body) => body.replace(/("[a-zA-Z]*Price":)(\d+)([,}])/g, '$1$2.00$3')),
    ],
    [
      'price-long',
      'price is written with more digits than a double holds',
      writingEveryRecord((body) =>
        body.replace(/"price":[^,}]+/, '"price":123456789012345678901234567890.10'),
      ),
    ],
    [
      'price-large',
      'price is larger than a double can be',
      writingEveryRecord((body) => body.replace(/"price":[^,}]+/, '"price":1e400')),
    ],
  ]),
  ...variantsOfRecords('case-reference', [
    [
      'reference-long',
      'reference is a text of 100,000 characters',
      everyRecord((record) => ({ ...record, reference: 'HPC/'.repeat(25_000) })),
    ],
    [
      'reference-unicode',
      'reference holds emoji, control characters and half a surrogate pair',
      everyRecord((record) => ({ ...record, reference: '🏠\u0000\u202e\ud800 <b>' })),
    ],
  ]),
]);
