import type { WrongValue } from '../../wrong-values.ts';

/** Texts as services write them that store numbers, booleans or objects instead. */
export const wrongTexts: readonly WrongValue[] = [
  ['bedrooms-number', 'The one count of bedrooms is a number', ['sale-kestrel', '/TA6/numberOfBedrooms', 3]],
  [
    'meter-number',
    'The one number of an electricity meter is a number',
    ['sale-kestrel', '/TA6/mainsElectricityMPAN', 2200099900147],
  ],
  [
    'gas-meter-number',
    'The one number of a gas meter is a number',
    ['sale-harbour-view', '/TA6/miansGasDetailsMPRN', 9990014700],
  ],
  [
    'year-number',
    'The year of one heating system is a number',
    ['sale-northfield', '/TA6/heatingSystemInstalledYear', 2006],
  ],
  ['year-null', 'A year that is not known is null', ['sale-tanyard', '/TA6/boilerServiceYear', null]],
  [
    'not-known-truth',
    'One box that is ticked is a boolean',
    ['sale-glebe', '/TA6/mainsWaterMeterNotKnown', true],
  ],
  [
    'occupiers-list',
    'The names of occupiers are an array of one name',
    ['sale-orchard-flat', '/TA6/occupiersNames', ['Rhodri Hale (21)']],
  ],
  [
    'service-charge-number',
    'The one service charge is a number',
    ['sale-cooper', '/TA6/serviceChargeAmountPaid', 1140],
  ],
  [
    'lease-end-wrapped',
    'The one end of a lease is an object with a value',
    ['sale-meadow-end', '/TA6/leaseEndDate', { value: '24 June 2113' }],
  ],
  [
    'details-rich-text',
    'One answer is written twice, as text and as HTML',
    [
      'sale-linden',
      '/TA6/proposalsToDevelopDetails',
      { html: '<p>Twelve houses</p>', text: 'Twelve houses' },
    ],
  ],
  ['reference-number', 'The reference of one case is a number', ['sale-quarry', '/reference', 20250210]],
  ['reference-null', 'A reference that was not given is null', ['transfer-opened-today', '/reference', null]],
  [
    'account-number',
    'One account number of a mortgage is a number',
    ['remortgage-ashdown', '/mortgageAccountNumber', 48213],
  ],
  [
    'new-mortgage-number',
    'The one amount of a new mortgage is a number',
    ['purchase-friend', '/newMortgageAmount', 164000],
  ],
  [
    'telephone-number',
    'One telephone number of an agent is a number',
    ['purchase-semi', '/estateAgentPhone', 2079460630],
  ],
  [
    'savings-number',
    'The one amount of savings of a remortgage is a number',
    ['remortgage-overseas', '/remortgagerSavingsAmount', 12500],
  ],
  [
    'share-number-of-remortgage',
    'The one share of a remortgage is a number, as it is of a sale',
    ['remortgage-shares', '/sharedOwnershipPercentage', 75],
  ],
  [
    'share-truth-of-transfer',
    'The one answer about shared ownership of a transfer is a boolean',
    ['transfer-gift', '/isSharedOwnership', false],
  ],
  [
    'contributors-list',
    'The one contributor to a transfer stands in an array',
    ['transfer-shares', '/isContributorToTransfer', ['Mother']],
  ],
  [
    'queries-list',
    'The specific queries of one purchase are an array',
    ['purchase-dovecote', '/specificQueries', [{ query: 'Is the dovecote listed?' }]],
  ],
  [
    'buyer-middle-name-null',
    'A middle name that the only buyer of a case lacks is null',
    ['sale-mill-lane', '/buyers/0/buyerName/middleName', null],
  ],
  [
    'second-buyer-name-text',
    'The name of one second buyer is a text',
    ['sale-brewhouse', '/buyers/1/buyerName', 'Achterberg'],
  ],
  [
    'owner-name-text',
    'The name of one owner is a text',
    ['purchase-family', '/owners/0/ownerName', 'Mrs Edith Garside'],
  ],
  [
    'owner-company-null',
    'The company of an owner who is a person is null',
    ['purchase-starling', '/owners/1/ownerCompanyName', null],
  ],
];
