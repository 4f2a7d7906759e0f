import { json } from '../answers.ts';
import type { Fault } from '../behaviour.ts';
import { insteadOf, mapJson, when } from '../behaviours.ts';
import { faultsOf } from '../fault.ts';
import { recordFaultsOf } from '../record-faults.ts';
import { forCase } from '../requests.ts';
import { absent, withValueAt } from '../values.ts';

/** Wrong values of what every record has (catalogue 2.2). */
export const baseFaults: readonly Fault[] = Object.freeze([
  ...faultsOf('case-type', '', [
    [
      'record-in-array',
      'The record stands in an array',
      when(
        forCase('remortgage'),
        mapJson(200, (record) => [record]),
      ),
    ],
    ['record-null', 'The record is null', when(forCase('transfer'), insteadOf(200, json(200, null)))],
    [
      'record-in-text',
      'The record is a string, written twice over',
      when(
        forCase('purchase'),
        mapJson(200, (record) => JSON.stringify(record)),
      ),
    ],
    ['record-number', 'The record is a number', when(forCase('sale-bare'), insteadOf(200, json(200, 1)))],
  ]),
  ...faultsOf('case-type', '/caseType', [
    [
      'record-in-data',
      'The record stands under data',
      when(
        forCase('sale-ta6-4th'),
        mapJson(200, (data) => ({ data })),
      ),
    ],
    [
      'record-not-flat',
      'The record holds everything but its identifier under another name',
      when(
        forCase('transfer'),
        mapJson(200, (fields) => withValueAt({ fields }, '/caseId', 'acb500be-78c8-4ca9-b18d-7870fc5d0069')),
      ),
    ],
  ]),
  ...recordFaultsOf('sale-ta6-4th', [
    ['id-missing', 'case-id', '/caseId', absent, 'caseId is missing'],
    ['id-null', 'case-id', '/caseId', null, 'caseId is null'],
    ['id-number', 'case-id', '/caseId', 1047, 'caseId is a number'],
    ['id-urn', 'case-id', '/caseId', 'urn:uuid:08cc4d98-5023-4c63-9a07-ed8ab3955063', 'caseId is a URN'],
    ['id-braces', 'case-id', '/caseId', '{08cc4d98-5023-4c63-9a07-ed8ab3955063}', 'caseId stands in braces'],
    ['id-bare', 'case-id', '/caseId', '08cc4d9850234c639a07ed8ab3955063', 'caseId has no hyphens'],
    ['id-reference', 'case-id', '/caseId', 'HPC/OLLE/25/0143', 'caseId is no UUID'],
    ['type-missing', 'case-type', '/caseType', absent, 'caseType is missing'],
    ['type-null', 'case-type', '/caseType', null, 'caseType is null'],
    ['type-lower', 'case-type', '/caseType', 'sale', 'caseType is in lower case'],
    ['type-unknown', 'case-type', '/caseType', 'Lease extension', 'caseType is none of the four'],
    ['type-spaced', 'case-type', '/caseType', 'Sale ', 'A space follows caseType'],
    ['type-list', 'case-type', '/caseType', ['Sale'], 'caseType is a list'],
    ['reference-number', 'case-reference', '/reference', 143, 'reference is a number'],
    ['address-text', 'case-address', '/address', 'Hollin Edge Farm', 'address is a string'],
    ['address-list', 'case-address', '/address', ['Hollin Edge Farm'], 'address is an array'],
    ['location-text', 'case-location', '/location', '53.2131,-1.6752', 'location is a string'],
    ['location-pair', 'case-location', '/location', [53.2131, -1.6752], 'location is an array'],
    ['location-null', 'case-location', '/location', null, 'location is null'],
    ['latitude-text', 'case-location', '/location/latitude', '53.2131', 'latitude is a string'],
    ['longitude-null', 'case-location', '/location/longitude', null, 'longitude is null'],
    ['location-open', 'case-location', '/location/accuracy', 12, 'location holds a further property'],
    ['location-geo', 'case-location', '/location/type', 'Point', 'location holds the type of a shape'],
    ['price-text', 'case-price', '/price', '685000', 'price is a string'],
    ['price-null', 'case-price', '/price', null, 'price is null'],
    ['price-object', 'case-price', '/price', { amount: 685000, currency: 'GBP' }, 'price is an object'],
  ]),
  ...recordFaultsOf('purchase-bare', [
    ['price-of-purchase-text', 'case-price', '/price', '1', 'price of a purchase is a string'],
  ]),
  ...recordFaultsOf('remortgage-bare', [
    ['address-of-remortgage-null', 'case-address', '/address', null, 'address of a remortgage is null'],
  ]),
  ...recordFaultsOf('transfer-bare', [
    ['reference-of-last-null', 'case-reference', '/reference', null, 'reference of the last case is null'],
  ]),
  ...faultsOf('case-location', '/location/lat', [
    [
      'location-of-last-open',
      'location of the last case holds a property lat',
      when(
        forCase('transfer-bare'),
        mapJson(200, (record) => withValueAt(record, '/location', { lat: 51.5 })),
      ),
    ],
  ]),
]);
