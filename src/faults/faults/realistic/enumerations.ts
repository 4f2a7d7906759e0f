import type { WrongValue } from '../../wrong-values.ts';

/** Enumerated values as services write them that store labels, codes or booleans. */
export const wrongChoices: readonly WrongValue[] = [
  [
    'unanswered-empty',
    'A question of one form that was not answered is an empty text',
    ['sale-ropery', '/TA6/isRadon', ''],
  ],
  [
    'unanswered-not-applicable',
    'A question of one form that does not apply is N/A',
    ['sale-glebe', '/TA6/isLandlordInsurance', 'N/A'],
  ],
  [
    'unanswered-null',
    'A question of one form that was not answered is null',
    ['sale-linden', '/TA6/isWetRoomAccess', null],
  ],
  [
    'answer-not-known',
    'One question of a form is answered not known',
    ['sale-northfield', '/TA6/isMinesAndMinerals', 'not known'],
  ],
  [
    'answer-truth',
    'One question of a form is answered by a boolean',
    ['sale-kestrel', '/TA6/isWorksCompleted', true],
  ],
  [
    'answer-truth-text',
    'One question of a form is answered by a boolean as text',
    ['sale-brewhouse', '/TA6/isDefectsHazards', 'true'],
  ],
  ['answer-digit', 'One question of a form is answered by a digit', ['sale-tanyard', '/TA6/isCesspool', '1']],
  [
    'answer-capital',
    'One question of a form is answered with a capital letter',
    ['sale-meadow-end', '/TA6/isCoastalErosion', 'Yes'],
  ],
  [
    'answer-with-remark',
    'One question of a form is answered with a remark',
    ['sale-orchard-flat', '/TA6/isMinesAndMinerals', 'yes - see attached'],
  ],
  [
    'answer-list',
    'One question of a form is answered by an array of one answer',
    ['sale-harbour-view', '/TA6/isRightsOfLight', ['yes']],
  ],
  [
    'answer-wrapped',
    'One question of a form is answered by an object with a value',
    ['sale-mill-lane', '/TA6/isGreenDealScheme', { value: 'yes' }],
  ],
  [
    'answer-line-break',
    'One answer of a form ends with a line break',
    ['sale-wharfside', '/TA6/hasMainsGas', 'yes\n'],
  ],
  [
    'boundary-label',
    'One boundary is answered by the label of its value',
    ['sale-northfield', '/TA6/boundaryFrontResponsibility', 'Not known'],
  ],
  [
    'boundary-code',
    'One boundary is answered by a constant of a program',
    ['sale-brewhouse', '/TA6/boundaryFrontResponsibility', 'NOT_KNOWN'],
  ],
  [
    'boundary-hyphen',
    'One boundary is answered with a hyphen',
    ['sale-harbour-view', '/TA6/boundaryRightResponsibility', 'not-known'],
  ],
  [
    'grade-space',
    'The one grade I of an edition ends with a space',
    ['sale-kestrel', '/TA6/listingGrade', 'grade I '],
  ],
  [
    'grade-without-star',
    'The one grade II* of an edition spells its star',
    ['sale-cooper', '/TA6/listingGrade', 'grade II star'],
  ],
  [
    'grade-label',
    'The one grade II of an edition has a capital letter',
    ['sale-northfield', '/TA6/listingGrade', 'Grade II'],
  ],
  [
    'repayment-label',
    'The one seller without a mortgage answers by a code',
    ['sale-glebe', '/TA6/isRepaymentSufficent', 'no_mortgage'],
  ],
  [
    'frequency-hyphen',
    'The one service charge that is due every six months has a hyphen',
    ['sale-cooper', '/TA6/serviceChargeFrequencySchedule', 'six-monthly'],
  ],
  [
    'frequency-capital',
    'The one service charge that is due quarterly has a capital letter',
    ['sale-linden', '/TA6/serviceChargeFrequencySchedule', 'Quarterly'],
  ],
  [
    'discharge-no-space',
    'The one discharge to surface water is written in one word',
    ['sale-harbour-view', '/TA6/sewageDischargeType', 'surfaceWater'],
  ],
  [
    'house-without-digit',
    'The one detached house is written without its digit',
    ['purchase-plot-19', '/houseType', 'Detached'],
  ],
  [
    'house-capital',
    'The one house at the end of a terrace has capital letters',
    ['purchase-auction', '/houseType', 'End Of Terrace'],
  ],
  [
    'flat-without-digit',
    'The one penthouse is written without its digit',
    ['purchase-quayside', '/flatType', 'Penthouse'],
  ],
  [
    'flat-empty',
    'The kind of flat is an empty text where the property is none',
    ['purchase-dovecote', '/flatType', ''],
  ],
  [
    'land-lower-case',
    'The one purchase of land has its kind in small letters',
    ['purchase-upper-field', '/landType', 'agricultural'],
  ],
  [
    'use-lower-case',
    'The one use that is not known has two capital letters',
    ['purchase-auction', '/currentUse', 'Not Known'],
  ],
  [
    'ownership-of-sale',
    'The one commonhold is written as sales write it',
    ['purchase-garage', '/ownershipType', 'Commonhold'],
  ],
  [
    'seller-unrelated',
    'The one buyer without a relationship to the seller has null',
    ['purchase-dovecote', '/relationshipToSeller', null],
  ],
  [
    'capacity-code',
    'The one unequal tenancy of a purchase is a code',
    ['purchase-quayside', '/tenancyCapacityType', 'tenants_in_common_unequal'],
  ],
  [
    'capacity-without-plural',
    'The one equal tenancy of a transfer lacks its last letter',
    ['transfer-soon', '/tenancyCapacityType', 'tenants in common in equal share'],
  ],
  [
    'capacity-none',
    'The one sole ownership of a remortgage is abridged',
    ['remortgage-mansion-block', '/tenancyCapacityType', 'sole owner'],
  ],
  [
    'mortgage-status-label',
    'The one transfer whose mortgage is not started has the label',
    ['transfer-shares', '/newMortgageStatus', 'Not started'],
  ],
  [
    'mortgage-status-offer',
    'The one approved mortgage of a purchase is called an offer',
    ['purchase-friend', '/newMortgageStatus', 'offer issued'],
  ],
  [
    'agent-lower-case',
    'The one seller without an agent answers in small letters',
    ['sale-ropery', '/estateAgentInstructed', 'no'],
  ],
  [
    'offer-lower-case',
    'An offer that was not accepted is abridged',
    ['sale-no-address', '/isOfferAccepted', 'N'],
  ],
  [
    'auction-truth',
    'The one purchase at an auction says so by a boolean',
    ['purchase-auction', '/isAuction', true],
  ],
  [
    'cashback-null',
    'One transfer without a cashback has null',
    ['transfer-divorce', '/newMortgageCashback', null],
  ],
  [
    'deceased-truth',
    'The one owner who died is so by a boolean',
    ['purchase-family', '/owners/0/isDeceased', true],
  ],
  [
    'company-label',
    'The one buyer that is a company is called a limited one',
    ['sale-northfield', '/buyers/0/buyerType', 'limited company'],
  ],
];
