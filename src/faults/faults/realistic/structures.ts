import { absent } from '../../values.ts';
import type { WrongValue } from '../../wrong-values.ts';

/** Forms, lists and objects as services write them that do not have them, or store them differently. */
export const wrongStructures: readonly WrongValue[] = [
  [
    'edition-missing',
    'One form of the 6th edition is there without its type',
    ['sale-saltings', '/TA6/type', absent],
  ],
  [
    'edition-spelled-out',
    'The edition of one form is spelled out',
    ['sale-ropery', '/TA6/type', 'TA6 (4th edition)'],
  ],
  [
    'edition-upper-case',
    'The edition of one form is in capital letters',
    ['sale-linden', '/TA6/type', 'TA6_5TH'],
  ],
  ['edition-number', 'The edition of one form is a number', ['sale-heron', '/TA6/type', 6]],
  ['edition-of-ta7', 'One TA7 names an edition of TA6', ['sale-penthouse', '/TA7/type', 'TA6_4th']],
  ['edition-year', 'The one TA7 of the 5th edition names a year', ['sale-heron', '/TA7/type', 'TA7_2025']],
  ['form-null', 'A form that nobody has begun is null', ['sale-quarry', '/TA6', null]],
  ['form-listed', 'One TA7 stands in an array', ['sale-harbour-view', '/TA7', [{ type: 'TA7_4th' }]]],
  ['form-in-text', 'One form is a text that holds JSON', ['sale-tanyard', '/TA6', '{"type":"TA6_4th"}']],
  [
    'choices-in-text',
    'The alterations of one property stand in one text',
    ['sale-ropery', '/TA6/alterationsMade', 'Loft conversion, Rear extension'],
  ],
  [
    'choice-alone',
    'The one kind of flooding stands outside an array',
    ['sale-wharfside', '/TA6/floodingType', 'Surface water'],
  ],
  [
    'choices-null',
    'The alterations of a property that has none are null',
    ['sale-kestrel', '/TA6/alterationsMade', null],
  ],
  [
    'choices-labelled',
    'A choice is an object of its value and its label',
    ['sale-harbour-view', '/TA6/waterConnected/0', { value: 'mains', label: 'Mains' }],
  ],
  [
    'choices-keyed',
    'The kinds of heating of one property are an object of booleans',
    ['sale-orchard-flat', '/TA6/propertyHeatedBy', { gas: true, oil: false }],
  ],
  ['location-null', 'A location that is not known is null', ['sale-ropery', '/location', null]],
  ['location-list', 'One location is a pair of numbers', ['sale-linden', '/location', [-1.4803, 53.3412]]],
  [
    'location-with-postcode',
    'One location comes with its postcode',
    ['transfer-divorce', '/location/postcode', 'FK8 1ZT'],
  ],
  ['case-address-null', 'An address that is not known is null', ['sale-no-address', '/address', null]],
  [
    'address-text',
    'The address of the one garage is a text',
    ['purchase-garage', '/address', 'Garage 6, rear of Tollgate Court'],
  ],
  [
    'address-empty-list',
    'The address of an empty case is an empty array',
    ['sale-opened-today', '/address', []],
  ],
  [
    'buyers-keyed',
    'The buyers of one case are an object with numbers for names',
    ['sale-glebe', '/buyers', { 0: { buyerType: 'individual' }, 1: { buyerType: 'individual' } }],
  ],
  [
    'buyer-alone',
    'A buyer who is the only one stands outside an array',
    [
      'sale-northfield',
      '/buyers',
      { buyerType: 'company', buyerCompanyName: 'Coquet Hedge Holdings Limited' },
    ],
  ],
  ['owners-null', 'Owners that are not known are null', ['purchase-opened-today', '/owners', null]],
  [
    'id-without-hyphens',
    'The identifier of one case is written without hyphens',
    ['remortgage-soon', '/caseId', '0f1e2d3c4b5a69788796a5b4c3d2e1f0'],
  ],
  ['id-number', 'The identifier of one case is its number', ['transfer-gift', '/caseId', 504]],
  ['id-renamed', 'One record is there without its identifier', ['purchase-shared', '/caseId', absent]],
];
