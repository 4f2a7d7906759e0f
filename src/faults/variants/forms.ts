import type { Json } from '../../reference/json.ts';
import type { Behaviour, Variant } from '../behaviour.ts';
import { withFields, withFormFields } from '../records.ts';
import { variantsOfRecords } from '../variant.ts';

/** Legal contents of forms. */
export const formVariants: readonly Variant[] = Object.freeze([
  ...variantsOfRecords('forms-elsewhere', [
    'forms-on-remortgage',
    'A remortgage has a TA6 of an edition that is not listed',
    withFields('Remortgage', { TA6: { type: 'TA6_1st', isRadon: 'Yes' }, TA7: { type: 1 } }),
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
  ...variantsOfRecords('ta6-6th-fields', [
    'sixth-edition-free',
    'A form of the 6th edition has fields of the others, of any type',
    withFormFields('TA6', 'TA6_6th', {
      isRadon: 'Maybe',
      isServiceCharge: 'Yes',
      floodingType: 'river',
      numberOfBedrooms: 4,
      miansGasMeterLocation: null,
      listingGrade: 4,
    }),
  ]),
  ...variantsOfRecords('form-fields-not-shown', [
    'leasehold-form-free',
    'TA7 has fields of any type',
    withFormFields('TA7', 'TA7_3rd', {
      isRentPayable: true,
      yearlyRent: 250,
      managingAgent: null,
      notices: [[]],
    }),
  ]),
  ...variantsOfRecords('ta9-ta10-type', [
    ['other-forms-typed', 'TA9 and TA10 carry a type of another form', otherForms({ type: 'TA6_4th' })],
    ['other-forms-typed-oddly', 'TA9 and TA10 carry a type that is a number', otherForms({ type: 4 })],
  ]),
  ...variantsOfRecords('ta6-5th-further-fields', [
    'fields-after-green-deal',
    'Fields follow greenDealSchemeDetails in the 5th edition',
    withFormFields('TA6', 'TA6_5th', { greenDealSchemeEnds: 2031, isGreenDealTransferable: 'Yes' }),
  ]),
]);

function otherForms(value: Json): Behaviour {
  return withFields('Sale', { TA9: value, TA10: value, EnquiryForms: value });
}
