import type { Json, JsonObject } from '../../reference/json.ts';
import type { Behaviour, Variant } from '../behaviour.ts';
import { everyRecord, withFields, withFormFields } from '../records.ts';
import { mapObjects } from '../values.ts';
import { variantsOfRecords } from '../variant.ts';

/** Fields that only the 5th edition lists, with values that it would not allow. */
const ofThe5thEdition: JsonObject = {
  isServiceCharge: 'Yes',
  evChargingPointAvailable: true,
  serviceChargeFrequencySchedule: 'weekly',
  electricityConnected: 'no',
  numberOfBedrooms: 4,
  miansGasMeterLocation: null,
};

/** Fields that only the 4th edition lists, with values that it would not allow. */
const ofThe4thEdition: JsonObject = {
  isRadon: 'Maybe',
  isKeys: false,
  isRepaymentSufficent: 'unknown',
  floodingType: 'river',
  changeOfUseYear: 1999,
  greenDealSchemeDetails: 7,
};

/** What forms may hold. */
export const formVariants: readonly Variant[] = Object.freeze([
  ...variantsOfRecords('forms-elsewhere', [
    [
      'forms-on-purchase',
      'A purchase has forms, of any kind',
      withFields('Purchase', { TA6: 'enclosed', TA7: null, TA9: [], TA10: 4, EnquiryForms: false }),
    ],
    [
      'forms-on-remortgage',
      'A remortgage has a TA6 of an edition that is not listed',
      withFields('Remortgage', { TA6: { type: 'TA6_1st', isRadon: 'Yes' }, TA7: { type: 1 } }),
    ],
    [
      'forms-on-transfer',
      'A transfer has a TA6 without a type',
      withFields('Transfer', { TA6: {}, TA7: [null] }),
    ],
  ]),
  ...variantsOfRecords('form-fields-optional', [
    [
      'forms-bare',
      'Forms hold their type alone',
      withFields('Sale', { TA6: { type: 'TA6_4th' }, TA7: { type: 'TA7_3rd' } }),
    ],
    [
      'forms-bare-5th',
      'Forms of the 5th edition hold their type alone',
      withFields('Sale', { TA6: { type: 'TA6_5th' }, TA7: { type: 'TA7_5th' } }),
    ],
  ]),
  ...variantsOfRecords('case-record-open', [
    [
      'fields-of-later-edition',
      'A form of the 4th edition has fields of the 5th, of any type',
      withFormFields('TA6', 'TA6_4th', ofThe5thEdition),
    ],
    [
      'fields-of-earlier-edition',
      'A form of the 5th edition has fields of the 4th, of any type',
      withFormFields('TA6', 'TA6_5th', ofThe4thEdition),
    ],
  ]),
  ...variantsOfRecords('ta6-6th-fields', [
    [
      'sixth-edition-free',
      'A form of the 6th edition has fields of the others, of any type',
      withFormFields('TA6', 'TA6_6th', { ...ofThe4thEdition, ...ofThe5thEdition, listingGrade: 4 }),
    ],
  ]),
  ...variantsOfRecords('form-fields-not-shown', [
    [
      'leasehold-form-free',
      'TA7 has fields of any type',
      withFormFields('TA7', 'TA7_3rd', {
        isRentPayable: true,
        yearlyRent: 250,
        managingAgent: null,
        notices: [[]],
      }),
    ],
    ['other-forms-null', 'TA9, TA10 and EnquiryForms are null', otherForms(null)],
    ['other-forms-text', 'TA9, TA10 and EnquiryForms are strings', otherForms('attached')],
    ['other-forms-number', 'TA9, TA10 and EnquiryForms are numbers', otherForms(0)],
    ['other-forms-boolean', 'TA9, TA10 and EnquiryForms are booleans', otherForms(false)],
    ['other-forms-list', 'TA9, TA10 and EnquiryForms are lists', otherForms([{ type: 'TA9_1st' }, null])],
  ]),
  ...variantsOfRecords('ta9-ta10-type', [
    ['other-forms-untyped', 'TA9 and TA10 carry no type', otherForms({})],
    ['other-forms-typed', 'TA9 and TA10 carry a type of another form', otherForms({ type: 'TA6_4th' })],
    ['other-forms-typed-oddly', 'TA9 and TA10 carry a type that is a number', otherForms({ type: 4 })],
  ]),
  ...variantsOfRecords('document-upload-shape', [
    ['uploads-text', 'Uploaded documents are strings', uploads('https://files.example/1')],
    ['uploads-object', 'Uploaded documents are objects', uploads({ id: 7, name: null })],
    ['uploads-list', 'Uploaded documents are lists of lists', uploads([['plan.pdf', 3], []])],
    ['uploads-null', 'Uploaded documents are null', uploads(null)],
    ['uploads-number', 'Uploaded documents are numbers', uploads(3)],
    ['uploads-boolean', 'Uploaded documents are booleans', uploads(true)],
  ]),
  ...variantsOfRecords('green-deal-scheme-details', [
    [
      'green-deal-object',
      'greenDealSchemeDetails of the 5th edition is an object',
      greenDeal({ provider: null }),
    ],
    ['green-deal-list', 'greenDealSchemeDetails of the 5th edition is a list', greenDeal([1])],
    ['green-deal-null', 'greenDealSchemeDetails of the 5th edition is null', greenDeal(null)],
  ]),
  ...variantsOfRecords('ta6-5th-further-fields', [
    [
      'fields-after-green-deal',
      'Fields follow greenDealSchemeDetails in the 5th edition',
      withFormFields('TA6', 'TA6_5th', { greenDealSchemeEnds: 2031, isGreenDealTransferable: 'Yes' }),
    ],
  ]),
]);

function otherForms(value: Json): Behaviour {
  return withFields('Sale', { TA9: value, TA10: value, EnquiryForms: value });
}

function greenDeal(value: Json): Behaviour {
  return withFormFields('TA6', 'TA6_5th', { greenDealSchemeDetails: value });
}

function uploads(value: Json): Behaviour {
  return everyRecord((record) =>
    mapObjects(record, (object, pointer) =>
      pointer === '/TA6'
        ? Object.fromEntries(
            Object.entries(object).map(([name, given]) => [name, name.endsWith('Upload') ? value : given]),
          )
        : object,
    ),
  );
}
