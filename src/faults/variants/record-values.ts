import { isJsonObject, type Json } from '../../reference/json.ts';
import type { Variant } from '../behaviour.ts';
import { when } from '../behaviours.ts';
import { everyRecord, writingEveryRecord } from '../records.ts';
import { by } from '../requests.ts';
import { variantsOfRecords } from '../rows.ts';

const upper = everyRecord((record) => ({ ...record, caseId: String(record.caseId).toUpperCase() }));

function blanked(value: Json): Json {
  if (typeof value === 'number') return 0;
  return value === 'yes' ? 'no' : value;
}

/** Values that look odd and fit the description. */
export const recordValueVariants: readonly Variant[] = Object.freeze([
  ...variantsOfRecords('case-id', ['upper-case-identifier', 'caseId is in upper case', upper]),
  ...variantsOfRecords('case-address-fields', [
    'address-odd',
    'The fields of address are of any type',
    everyRecord((record) => ({
      ...record,
      address: { line_1: 12, line_2: null, line_3: [], post_town: {}, postcode: false, uprn: 10070512846 },
    })),
  ]),
  ...variantsOfRecords('case-record-varies', [
    'restricted-fewer-fields',
    'A token with few permissions is shown a record without price, address, location and forms',
    when(
      by('restricted'),
      everyRecord(({ price, address, location, TA6, TA7, TA10, ...record }) => record),
    ),
  ]),
  ...variantsOfRecords('token-scopes', [
    [
      'restricted-hidden-texts',
      'A token with few permissions is shown part of a reference, an address without its lines, and a rough location',
      when(
        by('restricted'),
        everyRecord((record) => ({
          ...record,
          reference: '***',
          address: { postcode: '***' },
          ...(isJsonObject(record.location) ? { location: { latitude: 51, longitude: 0 } } : {}),
        })),
      ),
    ],
    [
      'restricted-blank-values',
      'A token with few permissions is shown 0 instead of a price, and no instead of an answer',
      when(
        by('restricted'),
        everyRecord((record) =>
          Object.fromEntries(Object.entries(record).map(([field, value]) => [field, blanked(value)])),
        ),
      ),
    ],
  ]),
  ...variantsOfRecords('case-price', [
    [
      'price-fraction',
      'Whole numbers are written with a fraction',
      writingEveryRecord((body) => body.replace(/("[a-zA-Z]*Price":)(\d+)([,}])/g, '$1$2.00$3')),
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
