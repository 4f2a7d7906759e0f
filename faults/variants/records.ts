import { isJsonObject, type Json, type JsonObject } from '../../src/reference/json.ts';
import type { Variant } from '../behaviour.ts';
import { composed, when } from '../behaviours.ts';
import {
  everyRecord,
  mapObjects,
  withFields,
  withFormFields,
  withRecordValue,
  writingEveryRecord,
} from '../records.ts';
import { by, forCase } from '../requests.ts';
import { variantsOf } from '../rows.ts';

/** A variant whose record differs from the one that `verify` has set up, so it contradicts the provider state. */
export const ofRecords = { operations: ['getCaseData'], denies: 'provider states' } as const;

const ofRealisticRecords = { ...ofRecords, triedIn: 'realistic' } as const;

/**
 * Member names that may break a program. Parsed from text, since an object literal cannot have a member `__proto__`.
 */
const awkward: JsonObject = JSON.parse(
  '{"__proto__":{"price":"a lot"},"constructor":1,"hasOwnProperty":null,"toString":"","":[],"a/b":0,"m~n":1,"0":2,"$ref":"#"}',
);

const nested: Json = Array.from({ length: 300 }).reduce<Json>((inner) => ({ inner: [inner] }), null);

const wrongElsewhere: JsonObject = {
  isRadon: 'N/A',
  listingGrade: 2,
  alterationsMade: 'none',
  numberOfBedrooms: 3,
  sewageDischargeType: ['sea'],
  boundaryLeftResponsibility: null,
};

export const recordVariants: readonly Variant[] = [
  ...variantsOf({ requirement: 'case-record-open', ...ofRecords })(
    'awkward-names',
    'Every object of a record but location has fields with awkward names',
    everyRecord((record) =>
      mapObjects(record, (object, pointer) => (pointer === '/location' ? object : { ...object, ...awkward })),
    ),
  ),
  ...variantsOf({ requirement: 'case-record-varies', ...ofRecords })(
    'bare-records',
    'A record has only the two required fields',
    everyRecord(({ caseId = null, caseType = null }) => ({ caseId, caseType })),
  ),
  ...variantsOf({ requirement: 'ta9-ta10-type', ...ofRecords })(
    'other-forms-typed',
    'TA9 and TA10 carry a type of another form',
    withFields('Sale', {
      TA9: { type: 'TA6_4th' },
      TA10: { type: 'TA6_4th' },
      EnquiryForms: { type: 'TA6_4th' },
    }),
  ),
  ...variantsOf({ requirement: 'case-id', ...ofRecords })(
    'upper-case-identifier',
    'caseId is in upper case',
    everyRecord((record) => ({ ...record, caseId: String(record.caseId).toUpperCase() })),
  ),
  ...variantsOf({ requirement: 'case-address-fields', ...ofRecords })(
    'address-odd',
    'The fields of address are of any type',
    everyRecord((record) => ({
      ...record,
      address: { line_1: 12, line_2: null, line_3: [], post_town: {}, postcode: false, uprn: 10070512846 },
    })),
  ),
  ...variantsOf({ requirement: 'token-scopes', ...ofRecords })(
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
  ),
  ...variantsOf({ requirement: 'case-price', ...ofRecords })(
    'price-large',
    'price is larger than a double can be',
    writingEveryRecord((body) => body.replace(/"price":[^,}]+/, '"price":1e400')),
  ),
  ...variantsOf({ requirement: 'case-reference', ...ofRecords })(
    'reference-unicode',
    'reference holds emoji, control characters and half a surrogate pair',
    everyRecord((record) => ({ ...record, reference: '🏠\u0000\u202e\ud800 <b>' })),
  ),
  ...variantsOf({ requirement: 'case-record-open', ...ofRealisticRecords })(
    'deep-nesting',
    'An unlisted field is nested 600 levels deep',
    everyRecord((record) => ({ ...record, auditTrail: nested })),
  ),
  ...variantsOf({ requirement: 'case-price', ...ofRealisticRecords })(
    'one-price-huge',
    'The price of one case is ten million million',
    withRecordValue(forCase('purchase-dovecote'), '/price', 1e13),
  ),
  ...variantsOf({ requirement: 'case-location', ...ofRealisticRecords })(
    'located-half',
    'Every location lacks a coordinate, or both',
    everyRecord((record) => ({
      ...record,
      location: record.caseType === 'Sale' ? {} : { longitude: -0.000000000000001 },
    })),
  ),
  ...variantsOf({ requirement: 'ta6-4th-texts', ...ofRealisticRecords })(
    'text-of-a-megabyte',
    'One answer in a form is a text of a million characters',
    withRecordValue(forCase('sale-tanyard'), '/TA6/unfinishedWorksDetails', 'Skirting. '.repeat(100_000)),
  ),
  ...variantsOf({ requirement: 'sale-estate-agent-email', ...ofRealisticRecords })(
    'addresses-of-mail-international',
    'E-mail addresses have letters beyond ASCII, as RFC 6531 lets them',
    composed(
      withFields('Sale', {
        estateAgentEmail: 'siân@tŷ-gwerthu.example',
        buyerLawFirmEmail: '邮件@例子.example',
      }),
      withFields('Transfer', { mortgageBrokerEmail: 'jörg.müller@bücher.example' }),
    ),
  ),
  ...variantsOf({ requirement: 'sale-buyers', ...ofRealisticRecords })(
    'buyers-of-every-kind',
    'Buyers lack optional members and have members of other kinds',
    withFields('Sale', {
      buyers: [
        {},
        { buyerType: 'company' },
        { buyerType: 'individual', buyerName: { surname: '' }, id: 7, address: null },
        { buyerCompanyName: '', share: '50%', buyerName: { title: '', known_as: ['Bee'] } },
      ],
    }),
  ),
  ...variantsOf({ requirement: 'ta6-6th-fields', ...ofRealisticRecords })(
    'sixth-edition-of-any-kind',
    'The 6th edition has fields of the 4th and the 5th, with values that those must not have',
    withFormFields('TA6', 'TA6_6th', { ...wrongElsewhere, epcUpload: false, parts: nested }),
  ),
];
