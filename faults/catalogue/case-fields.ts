import { editionsOfTa6, editionsOfTa7, notTa6, notTa7 } from './form-fields.ts';
import {
  capitalYesNo,
  date,
  email,
  form,
  location,
  mortgageStatus,
  number,
  object,
  objects,
  oneOf,
  open,
  partyType,
  tenancyCapacity,
  text,
  uuid,
  yesNo,
} from './kinds.ts';
import { type Field, fieldsOfTable, type Shape } from './table.ts';

export const shapes = ['Sale', 'Purchase', 'Remortgage', 'Transfer'] as const satisfies readonly Shape[];

const notCaseTypes = [
  'Sales',
  'Mortgage',
  'Lease extension',
  'Re-mortgage',
  'Transfer of Equity',
  'sale and purchase',
  'TA6_4th',
];

/** Fields of every case (catalogue 2.2). */
export const baseFields = (shape: Shape): readonly Field[] => [
  ...fieldsOfTable({ shape, section: '2.2' }, [
    [uuid, 'case-id', 'caseId', 'required'],
    [oneOf([shape], notCaseTypes), 'case-type', 'caseType', 'required'],
    [text, 'case-reference', 'reference'],
    // The documents do not show the members of this address (interface 2.1).
    [object, 'case-address', 'address'],
    [location, 'case-location', 'location'],
    [number, 'case-price', 'price'],
  ]),
  ...fieldsOfTable({ shape, section: '2.2', under: '/location' }, [
    [number, 'case-location', 'latitude longitude'],
  ]),
];

/** Fields of a sale (catalogue 2.3). */
export const saleFields: readonly Field[] = [
  ...fieldsOfTable({ shape: 'Sale', section: '2.3' }, [
    [
      text,
      'sale-property-texts',
      'ownershipType propertyType houseType flatType landType currentUse councilTaxBand',
    ],
    [yesNo, 'sale-shared-ownership', 'isSharedOwnership'],
    [number, 'sale-shared-ownership-percentage', 'sharedOwnershipPercentage'],
    [capitalYesNo, 'sale-estate-agent-instructed', 'estateAgentInstructed'],
    [text, 'sale-estate-agent-texts', 'estateAgentName estateAgentPhone estateAgentFee'],
    [email, 'sale-estate-agent-email', 'estateAgentEmail'],
    [number, 'sale-prices', 'listPrice salePrice'],
    [capitalYesNo, 'sale-offer-accepted', 'isOfferAccepted'],
    [text, 'sale-relationship-to-buyer', 'relationshipToBuyer'],
    [yesNo, 'sale-undervalue-and-related', 'isUndervalue anyRelatedTransactions'],
    [text, 'sale-buyer-law-firm-texts', 'buyerLawFirmName buyerLawFirmPhone buyerLawFirmKnown'],
    [email, 'sale-buyer-law-firm-email', 'buyerLawFirmEmail'],
    [text, 'sale-agreement-texts', 'agreementsWithBuyer anyMortgageChargeLoan'],
    [date, 'sale-completion-dates', 'desiredCompletionDate imposedCompletionDate'],
    [text, 'sale-completion-texts', 'noDesiredCompletionDate isImposedCompletionDate fundsDisbursement'],
    [objects, 'sale-buyers', 'buyers'],
    [form(editionsOfTa6, notTa6), 'ta6-edition', 'TA6'],
    [form(editionsOfTa7, notTa7), 'ta7-edition', 'TA7'],
    [open, 'form-fields-not-shown', 'TA9 TA10 EnquiryForms'],
  ]),
  ...fieldsOfTable({ shape: 'Sale', section: '2.3', under: '/buyers/0' }, [
    [partyType, 'sale-buyers', 'buyerType'],
    [object, 'sale-buyers', 'buyerName'],
    [text, 'sale-buyers', 'buyerCompanyName'],
  ]),
  ...fieldsOfTable({ shape: 'Sale', section: '2.3', under: '/buyers/0/buyerName' }, [
    [text, 'sale-buyers', 'title firstName middleName surname'],
  ]),
];

const ownership = oneOf(
  ['freehold', 'leasehold', 'commonhold'],
  ['Freehold', 'free hold', 'share of freehold'],
);

const property = oneOf(
  ['House', 'Flat', 'Bungalow', 'Maisonette', 'Land', 'Garage'],
  ['house', 'Apartment1', 'Detached1', 'Cottage', 'freehold'],
);

// `Detached1`, `Apartment1` and `Penthouse3` have a digit in the documents. Without the digit, the values are wrong.
const house = oneOf(
  ['Detached1', 'Semi-detached', 'Terrace', 'End of terrace'],
  ['Detached', 'Semi-detached1', 'Semi detached', 'Terraced', 'End-of-terrace', 'House'],
);

const flat = oneOf(['Apartment1', 'Studio', 'Penthouse3'], ['Apartment', 'Penthouse', 'Studio2', 'Flat']);

const land = oneOf(
  ['Urban/Built-up', 'Agricultural', 'Rangeland', 'Forest'],
  ['Urban', 'Urban / Built-up', 'Built-up', 'Forestry', 'Land'],
);

const currentUse = oneOf(
  ['Private', 'Rental', 'Commercial', 'Not known'],
  ['not known', 'Not Known', 'Residential', 'Rented'],
);

const intendedUse = oneOf(['Private', 'Rental', 'Commercial'], ['Not known', 'Residential', 'Buy to let']);

const relationship = oneOf(['Family', 'Friend', 'None', 'Other'], ['family', 'Friends', 'Relative', 'no']);

/** Fields of a purchase (catalogue 2.4). */
export const purchaseFields: readonly Field[] = [
  ...fieldsOfTable({ shape: 'Purchase', section: '2.4' }, [
    [ownership, 'purchase-ownership-type', 'ownershipType'],
    [
      yesNo,
      'purchase-yes-no',
      `isSharedOwnership isNewBuild anySurvey isSpecificQueries trustDeedRequired isBuyToLet isAuction
       isUndervalue isBuyerUsingMortgage isDepositTenPercent isHelpToBuy isContributorToPurchase
       willOccupyOnCompletion`,
    ],
    [number, 'purchase-numbers', 'sharedOwnershipPercentage purchasePrice depositPercent helpToBuyAmount'],
    [property, 'purchase-property-type', 'propertyType'],
    [house, 'purchase-house-type', 'houseType'],
    [flat, 'purchase-flat-type', 'flatType'],
    [land, 'purchase-land-type', 'landType'],
    [date, 'purchase-dates', 'newBuildDate surveyDate desiredCompletionDate'],
    [currentUse, 'purchase-current-use', 'currentUse'],
    [intendedUse, 'purchase-intended-use', 'intendedUse'],
    [text, 'purchase-texts', 'specificQueries tenancyProportions trustDeedProportions'],
    [tenancyCapacity, 'purchase-tenancy-capacity', 'tenancyCapacityType'],
    [capitalYesNo, 'purchase-estate-agent-instructed', 'estateAgentInstructed'],
    [text, 'purchase-firm-texts', 'estateAgentName estateAgentPhone sellerLawFirmName sellerLawFirmPhone'],
    [email, 'purchase-firm-emails', 'estateAgentEmail sellerLawFirmEmail'],
    [relationship, 'purchase-relationship-to-seller', 'relationshipToSeller'],
    [mortgageStatus, 'purchase-new-mortgage-status', 'newMortgageStatus'],
    [text, 'purchase-new-mortgage-texts', 'newMortgageLenderName newMortgageAccountNumber newMortgageAmount'],
    [objects, 'purchase-owners', 'owners'],
  ]),
  ...fieldsOfTable({ shape: 'Purchase', section: '2.4', under: '/owners/0' }, [
    [partyType, 'purchase-owners', 'ownerType'],
    [object, 'purchase-owners', 'ownerName'],
    [text, 'purchase-owners', 'ownerCompanyName'],
    [yesNo, 'purchase-owners', 'isDeceased'],
  ]),
  // The table gives no type for these four members. Only for the buyer's name in 2.3 do the documents say that all
  // members are strings.
  ...fieldsOfTable({ shape: 'Purchase', section: '2.4', under: '/owners/0/ownerName' }, [
    [open, 'purchase-owner-name-members', 'title firstName middleName surname'],
  ]),
];

/** Fields of a remortgage (catalogue 2.5). */
export const remortgageFields: readonly Field[] = fieldsOfTable({ shape: 'Remortgage', section: '2.5' }, [
  [
    text,
    'refinancing-property-texts',
    `ownershipType isSharedOwnership sharedOwnershipPercentage propertyType houseType flatType landType
     currentUse intendedUse`,
  ],
  [tenancyCapacity, 'refinancing-tenancy-capacity', 'tenancyCapacityType'],
  [text, 'refinancing-proportions', 'tenancyProportions trustDeedProportions'],
  [
    yesNo,
    'refinancing-yes-no',
    'trustDeedRequired anyRelatedTransactions newMortgageCashback newMortgagePorting',
  ],
  [yesNo, 'remortgage-yes-no', 'isRemortgagerOverseasFunds isRemortgageShortfall'],
  [mortgageStatus, 'refinancing-new-mortgage-status', 'newMortgageStatus'],
  [
    text,
    'refinancing-new-mortgage-texts',
    'newMortgageLenderName newMortgageAccountNumber newMortgageAmount',
  ],
  [
    text,
    'refinancing-mortgage-texts',
    `mortgageLenderName mortgageAccountNumber mortgageBrokerName mortgageBrokerPhone
     mortgageBrokerContactConsent`,
  ],
  [email, 'refinancing-broker-email', 'mortgageBrokerEmail'],
  [number, 'refinancing-amount-outstanding', 'mortgageAmountOutstanding'],
  [number, 'remortgage-amounts', 'remortgagerOverseasFundsAmount remortgageShortfallAmount'],
  [
    text,
    'remortgage-texts',
    `isRemortgagerSavings remortgagerSavingsAmount isContributorToRemortgage remortgagerOverseasFundsCountry
     remortgagerOccupiers`,
  ],
  [text, 'refinancing-other-texts', 'anyMortgageChargeLoan noDesiredCompletionDate'],
  [date, 'remortgage-completion-date', 'desiredCompletionDate'],
]);

/**
 * Fields of a remortgage that a transfer replaces by its own (catalogue 2.6). In a transfer, they may have any value.
 */
export const replacedInTransfer: readonly Field[] = fieldsOfTable({ shape: 'Transfer', section: '2.6' }, [
  [
    open,
    'case-record-open',
    `isRemortgagerSavings remortgagerSavingsAmount remortgagerOverseasFundsCountry remortgagerOccupiers
     isRemortgagerOverseasFunds remortgagerOverseasFundsAmount`,
  ],
  // Catalogue 2.6 excludes fields whose names contain `Remortgager`. These names contain only `Remortgage`, so it is
  // open whether a transfer has the fields.
  [
    open,
    'transfer-remortgage-named-fields',
    'isContributorToRemortgage isRemortgageShortfall remortgageShortfallAmount',
  ],
]);

const replaced = new Set(replacedInTransfer.map(({ pointer }) => pointer));

/** Fields of a transfer (catalogue 2.6). */
export const transferFields: readonly Field[] = [
  ...remortgageFields
    .filter(({ pointer }) => !replaced.has(pointer) && pointer !== '/desiredCompletionDate')
    .map((field): Field => ({ ...field, shape: 'Transfer', section: '2.6' })),
  ...fieldsOfTable({ shape: 'Transfer', section: '2.6' }, [
    // Catalogue 2.6 takes a range of fields from 2.5 that ends just before this field, so any value is accepted.
    [open, 'transfer-desired-completion-date', 'desiredCompletionDate'],
    [
      text,
      'transfer-texts',
      `isTransferorSavings transferorSavingsAmount isContributorToTransfer transferorOverseasFundsCountry
       transferorOccupiers`,
    ],
    [yesNo, 'transfer-yes-no', 'isTransferorOverseasFunds isTransferShortfall'],
    [number, 'transfer-amounts', 'transferorOverseasFundsAmount transferShortfallAmount'],
  ]),
];
