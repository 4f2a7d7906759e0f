import { mortgageStatus, partyType, tenancyCapacity } from './enumerations.ts';
import { capitalYesNo, date, email, number, object, objects, oneOf, open, text, yesNo } from './kinds.ts';
import type { Field } from './table.ts';
import { fieldsOfTable } from './table.ts';

const section = '2.4';

const ownership = oneOf(
  ['freehold', 'leasehold', 'commonhold'],
  ['Freehold', 'free hold', 'share of freehold'],
);

const property = oneOf(
  ['House', 'Flat', 'Bungalow', 'Maisonette', 'Land', 'Garage'],
  ['house', 'Apartment1', 'Detached1', 'Cottage', 'freehold'],
);

// Detached1, Apartment1 and Penthouse3 have a digit in the documents; without it they are wrong.
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

/** Catalogue 2.4. */
export const purchaseFields: readonly Field[] = [
  ...fieldsOfTable({ shape: 'Purchase', section }, [
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
  ...fieldsOfTable({ shape: 'Purchase', section, under: '/owners/0' }, [
    [partyType, 'purchase-owners', 'ownerType'],
    [object, 'purchase-owners', 'ownerName'],
    [text, 'purchase-owners', 'ownerCompanyName'],
    [yesNo, 'purchase-owners', 'isDeceased'],
  ]),
  // The table gives these four no type. Only for the buyer's name in 2.3 do the documents say that all members are
  // strings.
  ...fieldsOfTable({ shape: 'Purchase', section, under: '/owners/0/ownerName' }, [
    [open, 'purchase-owner-name-members', 'title firstName middleName surname'],
  ]),
];
