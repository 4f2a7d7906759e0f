import { isJsonObject, type Json, type JsonObject } from '../../reference/json.ts';
import type { Variant } from '../behaviour.ts';
import { together } from '../behaviours.ts';
import { everyRecord, withFields, withFormFields, withRecordValue } from '../records.ts';
import { forCase } from '../requests.ts';
import { variantsOfRealisticRecords } from '../rows.ts';
import { mapObjects } from '../values.ts';

const nested: Json = Array.from({ length: 300 }).reduce<Json>((inner) => ({ inner: [inner] }), null);

/** A form whose members would all be wrong in an edition that lists them. */
const wrongElsewhere: JsonObject = {
  isRadon: 'N/A',
  listingGrade: 2,
  alterationsMade: 'none',
  numberOfBedrooms: 3,
  sewageDischargeType: ['sea'],
  boundaryLeftResponsibility: null,
};

/** Possible values of a document upload. */
const uploads: readonly Json[] = [
  null,
  '',
  'https://files.example.com/1.pdf',
  0,
  [[]],
  { pages: { from: null } },
];

/** Legal habits of services with many sparse cases. */
export const realisticRecordVariants: readonly Variant[] = Object.freeze([
  ...variantsOfRealisticRecords('case-record-open', [
    [
      'deep-nesting',
      'An unlisted field is nested 600 levels deep',
      everyRecord((record) => ({ ...record, auditTrail: nested })),
    ],
    [
      'fields-of-a-purchase-elsewhere',
      'Sales have the fields of a purchase, with values that a purchase must not have',
      withFields('Sale', {
        purchasePrice: '£1',
        isNewBuild: true,
        surveyDate: 'soon',
        owners: null,
        newMortgageStatus: 3,
        sellerLawFirmEmail: 'N/A',
      }),
    ],
    [
      'fifth-edition-as-fourth',
      'A form with the fields of the 5th edition names the 4th',
      withRecordValue(forCase('sale-kestrel'), '/TA6/type', 'TA6_4th'),
    ],
  ]),
  ...variantsOfRealisticRecords('transfer-remortgage-named-fields', [
    'transfers-with-remortgage-fields',
    'Transfers also have the Remortgage fields that theirs replace, with any values',
    withFields('Transfer', {
      isRemortgageShortfall: true,
      remortgageShortfallAmount: 'none',
      isContributorToRemortgage: null,
      isRemortgagerOverseasFunds: 'N/A',
    }),
  ]),
  ...variantsOfRealisticRecords('transfer-desired-completion-date', [
    'transfers-when-ready',
    'The desired completion date of transfers is in words',
    withFields('Transfer', { desiredCompletionDate: 'when the divorce is final' }),
  ]),
  ...variantsOfRealisticRecords('case-address-fields', [
    'addresses-without-lines',
    'Addresses are empty objects',
    everyRecord((record) => ({ ...record, address: {} })),
  ]),
  ...variantsOfRealisticRecords('case-price', [
    'one-price-huge',
    'The price of one case is ten million million',
    withRecordValue(forCase('purchase-dovecote'), '/price', 1e13),
  ]),
  ...variantsOfRealisticRecords('case-location', [
    [
      'located-half',
      'Every location lacks a coordinate, or both',
      everyRecord((record) => ({
        ...record,
        location: record.caseType === 'Sale' ? {} : { longitude: -0.000000000000001 },
      })),
    ],
    [
      'located-elsewhere',
      'Locations are not on Earth',
      everyRecord((record) => ({ ...record, location: { latitude: 529100.5, longitude: 1e6 } })),
    ],
  ]),
  ...variantsOfRealisticRecords('sale-completion-dates', [
    'dates-far-off',
    'Dates are long ago, far in the future and leap days',
    together(
      withFields('Sale', { desiredCompletionDate: '1900-01-01', imposedCompletionDate: '2100-12-31' }),
      withFields('Purchase', { newBuildDate: '1066-10-14', surveyDate: '2028-02-29' }),
      withFields('Remortgage', { desiredCompletionDate: '9999-12-31' }),
    ),
  ]),
  ...variantsOfRealisticRecords('ta6-4th-texts', [
    [
      'text-of-a-megabyte',
      'One answer in a form is a text of a million characters',
      withRecordValue(forCase('sale-tanyard'), '/TA6/unfinishedWorksDetails', 'Skirting. '.repeat(100_000)),
    ],
    [
      'texts-of-absence',
      'Missing values are texts such as none',
      together(
        withFormFields('TA6', 'TA6_4th', {
          boilerServiceYear: 'N/A',
          occupiersNames: '-',
          claimsDetails: 'undefined',
          changeOfUseYear: ' ',
        }),
        withFields('Remortgage', { sharedOwnershipPercentage: 'null', remortgagerSavingsAmount: 'NaN' }),
      ),
    ],
  ]),
  ...variantsOfRealisticRecords('sale-estate-agent-email', [
    [
      'addresses-of-mail-odd',
      'E-mail addresses look odd: long, of one letter, with quotes, with a tag, in capital letters',
      together(
        withFields('Sale', {
          estateAgentEmail: `${'a'.repeat(64)}@${'b.'.repeat(80)}example.com`,
          buyerLawFirmEmail: '"front desk"@example.com',
        }),
        withFields('Purchase', { estateAgentEmail: 'a@b', sellerLawFirmEmail: 'POST+WB.2025@EXAMPLE.ORG' }),
        withFields('Remortgage', { mortgageBrokerEmail: "o'neil_&-sons@example.com" }),
      ),
    ],
    [
      'addresses-of-mail-international',
      'E-mail addresses have letters beyond ASCII, as RFC 6531 lets them',
      together(
        withFields('Sale', {
          estateAgentEmail: 'siân@tŷ-gwerthu.example',
          buyerLawFirmEmail: '邮件@例子.example',
        }),
        withFields('Transfer', { mortgageBrokerEmail: 'jörg.müller@bücher.example' }),
      ),
    ],
  ]),
  ...variantsOfRealisticRecords('sale-buyers', [
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
  ]),
  ...variantsOfRealisticRecords('purchase-owner-name-members', [
    'owner-names-of-any-kind',
    "The members of owners' names are of any kind",
    withFields('Purchase', {
      owners: [
        { ownerName: { title: null, firstName: ['Edith'], middleName: 0, surname: { now: 'Garside' } } },
      ],
    }),
  ]),
  ...variantsOfRealisticRecords('forms-elsewhere', [
    'forms-of-purchases',
    'Purchases have forms of any shape',
    withFields('Purchase', { TA6: [wrongElsewhere], TA7: 'TA7_9th', TA9: 1, TA10: null, EnquiryForms: '' }),
  ]),
  ...variantsOfRealisticRecords('form-fields-not-shown', [
    'leasehold-forms-of-any-kind',
    'TA7 of every edition has the fields of TA6, with values that TA6 must not have',
    everyRecord((record) =>
      isJsonObject(record.TA7) ? { ...record, TA7: { ...wrongElsewhere, ...record.TA7 } } : record,
    ),
  ]),
  ...variantsOfRealisticRecords('ta6-6th-fields', [
    'sixth-edition-of-any-kind',
    'The 6th edition has fields of the 4th and the 5th, with values that those must not have',
    withFormFields('TA6', 'TA6_6th', { ...wrongElsewhere, epcUpload: false, parts: nested }),
  ]),
  ...variantsOfRealisticRecords('document-upload-shape', [
    'uploads-of-any-kind',
    'Uploaded documents are null, texts, numbers, addresses and objects, by their places',
    everyRecord((record) =>
      mapObjects(record, (object) =>
        Object.fromEntries(
          Object.entries(object).map(([name, value], place) =>
            name.endsWith('Upload') ? [name, uploads[place % uploads.length] ?? null] : [name, value],
          ),
        ),
      ),
    ),
  ]),
  ...variantsOfRealisticRecords('form-fields-optional', [
    'forms-emptied',
    'Every form of a sale holds its type alone',
    everyRecord((record) => {
      const forms = ['TA6', 'TA7'].flatMap((name) => {
        const form = record[name];
        return isJsonObject(form) ? [[name, { type: form.type ?? null }] as const] : [];
      });
      return { ...record, ...Object.fromEntries(forms) };
    }),
  ]),
  ...variantsOfRealisticRecords('green-deal-scheme-details', [
    'green-deal-of-any-kind',
    'The Green Deal of the 5th edition is a number, and more fields follow it',
    withFormFields('TA6', 'TA6_5th', { greenDealSchemeDetails: 4, zones: ['Yes'], isFibreConnected: true }),
  ]),
]);
