import { mortgageStatus, tenancyCapacity } from './enumerations.ts';
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

// Detached1, Apartment1 and Penthouse3 carry their digit in the documents; without it they are wrong.
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
    [ownership, 'ownershipType'],
    [
      yesNo,
      `isSharedOwnership isNewBuild anySurvey isSpecificQueries trustDeedRequired isBuyToLet isAuction
       isUndervalue isBuyerUsingMortgage isDepositTenPercent isHelpToBuy isContributorToPurchase
       willOccupyOnCompletion`,
    ],
    [number, 'sharedOwnershipPercentage purchasePrice depositPercent helpToBuyAmount'],
    [property, 'propertyType'],
    [house, 'houseType'],
    [flat, 'flatType'],
    [land, 'landType'],
    [date, 'newBuildDate surveyDate desiredCompletionDate'],
    [currentUse, 'currentUse'],
    [intendedUse, 'intendedUse'],
    [text, 'specificQueries tenancyProportions trustDeedProportions'],
    [tenancyCapacity, 'tenancyCapacityType'],
    [capitalYesNo, 'estateAgentInstructed'],
    [text, 'estateAgentName estateAgentPhone sellerLawFirmName sellerLawFirmPhone'],
    [email, 'estateAgentEmail sellerLawFirmEmail'],
    [relationship, 'relationshipToSeller'],
    [mortgageStatus, 'newMortgageStatus'],
    [text, 'newMortgageLenderName newMortgageAccountNumber newMortgageAmount'],
    [objects, 'owners'],
  ]),
  ...fieldsOfTable({ shape: 'Purchase', section, under: '/owners/0' }, [
    [oneOf(['individual', 'company'], ['person', 'Individual', 'Company', 'trust']), 'ownerType'],
    [object, 'ownerName'],
    [text, 'ownerCompanyName'],
    [yesNo, 'isDeceased'],
  ]),
  // The table gives these four no type of their own; that all are strings is said of the buyer's name of 2.3 alone.
  ...fieldsOfTable({ shape: 'Purchase', section, under: '/owners/0/ownerName' }, [
    [open, 'title firstName middleName surname'],
  ]),
];
