import type { Variant } from '../behaviour.ts';
import { mapBody, when } from '../behaviours.ts';
import { everyRecord, withFields, withFormFields } from '../records.ts';
import { on } from '../requests.ts';
import { variantsOfRecords } from '../variant.ts';

const upper = everyRecord((record) => ({ ...record, caseId: String(record.caseId).toUpperCase() }));

/** Values that are as described, though they look odd. */
export const recordValueVariants: readonly Variant[] = Object.freeze([
  ...variantsOfRecords('case-id', [['upper-case-identifier', 'caseId is written in upper case', upper]]),
  ...variantsOfRecords('case-location', [
    ['location-empty', 'location holds nothing', everyRecord((record) => ({ ...record, location: {} }))],
    [
      'location-half',
      'location holds the longitude alone',
      everyRecord((record) => ({ ...record, location: { longitude: 0 } })),
    ],
    [
      'location-nowhere',
      'location is no place on earth, and whole numbers',
      everyRecord((record) => ({ ...record, location: { latitude: 1000, longitude: -1000 } })),
    ],
  ]),
  ...variantsOfRecords('case-address-fields', [
    ['address-empty', 'address holds nothing', everyRecord((record) => ({ ...record, address: {} }))],
    [
      'address-odd',
      'The fields of address are of any type',
      everyRecord((record) => ({
        ...record,
        address: { line_1: 12, line_2: null, line_3: [], post_town: {}, postcode: false, uprn: 10070512846 },
      })),
    ],
    [
      'address-other',
      'address has other fields than the addresses of clients',
      everyRecord((record) => ({ ...record, address: { street: 'Hollin Lane', country: { code: 'GB' } } })),
    ],
  ]),
  ...variantsOfRecords('case-price', [
    ['price-negative', 'price is negative', everyRecord((record) => ({ ...record, price: -0.5 }))],
    [
      'price-exponent',
      'Numbers are written with exponents',
      when(
        on('getCaseData'),
        mapBody(200, (body) => body.replace(/("(?:list|sale|purchase)?[pP]rice":)[\d.eE+-]+/g, '$11.5E+5')),
      ),
    ],
    [
      'price-fraction',
      'Whole numbers are written with a fraction',
      when(
        on('getCaseData'),
        mapBody(200, (body) => body.replace(/("[a-zA-Z]*Price":)(\d+)([,}])/g, '$1$2.00$3')),
      ),
    ],
    [
      'price-long',
      'price is written with more digits than a double holds',
      when(
        on('getCaseData'),
        mapBody(200, (body) => body.replace(/"price":[^,}]+/, '"price":123456789012345678901234567890.10')),
      ),
    ],
    [
      'price-large',
      'price is larger than a double can be',
      when(
        on('getCaseData'),
        mapBody(200, (body) => body.replace(/"price":[^,}]+/, '"price":1e400')),
      ),
    ],
  ]),
  ...variantsOfRecords('purchase-owner-name-members', [
    [
      'owner-name-members',
      "The members of an owner's name are of any type",
      withFields('Purchase', {
        owners: [{ ownerName: { title: 1, firstName: null, middleName: [], surname: {} } }],
      }),
    ],
  ]),
  ...variantsOfRecords('case-reference', [
    ['reference-empty', 'reference is empty', everyRecord((record) => ({ ...record, reference: '' }))],
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
  ...variantsOfRecords('sale-completion-dates', [
    [
      'dates-far',
      'The dates of a sale are a leap day and the last day that can be written',
      withFields('Sale', { desiredCompletionDate: '2000-02-29', imposedCompletionDate: '9999-12-31' }),
    ],
    [
      'dates-early',
      'The dates of a sale are long past',
      withFields('Sale', { desiredCompletionDate: '0001-01-01', imposedCompletionDate: '1899-12-30' }),
    ],
  ]),
  ...variantsOfRecords('sale-estate-agent-email', [
    ['email-tagged', 'An e-mail address has a tag', withEmail('homes+leeds@agents.example.co.uk')],
    ['email-quoted', 'An e-mail address has a quoted local part', withEmail('"sales team"@example.com')],
    ['email-apostrophe', 'An e-mail address has an apostrophe', withEmail("o'brien@example.ie")],
    ['email-local', 'The domain of an e-mail address is one label', withEmail('sales@localhost')],
    ['email-literal', 'The domain of an e-mail address is a number', withEmail('sales@[192.0.2.1]')],
    ['email-capital', 'An e-mail address is written in capitals', withEmail('SALES@EXAMPLE.COM')],
    [
      'email-punycode',
      'The domain of an e-mail address is encoded',
      withEmail('sales@xn--bcher-kva.example'),
    ],
  ]),
  ...variantsOfRecords('sale-property-texts', [
    [
      'sale-texts-free',
      'What is a vocabulary on a purchase is any text on a sale',
      withFields('Sale', {
        ownershipType: 'Share of freehold',
        propertyType: 'Lighthouse',
        houseType: '',
        currentUse: '-',
      }),
    ],
  ]),
  ...variantsOfRecords('sale-buyer-law-firm-texts', [
    [
      'sale-texts-like-answers',
      'Texts that sound like questions are answered in any way',
      withFields('Sale', {
        buyerLawFirmKnown: 'not sure',
        isImposedCompletionDate: 'YES',
        noDesiredCompletionDate: 'true',
        anyMortgageChargeLoan: '',
      }),
    ],
  ]),
  ...variantsOfRecords('refinancing-property-texts', [
    [
      'refinancing-texts-free',
      'What is a vocabulary or a number on a purchase is any text on a remortgage',
      withFields('Remortgage', {
        isSharedOwnership: 'Partly',
        sharedOwnershipPercentage: 'about a half',
        propertyType: 'Windmill',
        isRemortgagerSavings: 'Some',
        isContributorToRemortgage: '',
      }),
    ],
  ]),
  ...variantsOfRecords('ta6-4th-texts', [
    [
      'form-texts-free',
      'Dates, years and amounts of forms are any text',
      withFormFields('TA6', 'TA6_4th', {
        changeOfUseYear: 'a while ago',
        sewageLastEmptiedDate: '31/02',
        boilerServiceNotKnown: 'perhaps',
      }),
    ],
  ]),
]);

function withEmail(address: string): Variant['behaviour'] {
  return withFields('Sale', { estateAgentEmail: address, buyerLawFirmEmail: address });
}
