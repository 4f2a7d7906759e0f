import { mortgageStatus, tenancyCapacity } from './enumerations.ts';
import { date, email, number, text, yesNo } from './kinds.ts';
import type { Field } from './table.ts';
import { fieldsOfTable } from './table.ts';

/** Catalogue 2.5. */
export const remortgageFields: readonly Field[] = fieldsOfTable({ shape: 'Remortgage', section: '2.5' }, [
  [
    text,
    `ownershipType isSharedOwnership sharedOwnershipPercentage propertyType houseType flatType landType
     currentUse intendedUse`,
  ],
  [tenancyCapacity, 'tenancyCapacityType'],
  [text, 'tenancyProportions trustDeedProportions'],
  [
    yesNo,
    `trustDeedRequired anyRelatedTransactions newMortgageCashback newMortgagePorting
     isRemortgagerOverseasFunds isRemortgageShortfall`,
  ],
  [mortgageStatus, 'newMortgageStatus'],
  [text, 'newMortgageLenderName newMortgageAccountNumber newMortgageAmount'],
  [
    text,
    `mortgageLenderName mortgageAccountNumber mortgageBrokerName mortgageBrokerPhone
     mortgageBrokerContactConsent`,
  ],
  [email, 'mortgageBrokerEmail'],
  [number, 'mortgageAmountOutstanding remortgagerOverseasFundsAmount remortgageShortfallAmount'],
  [
    text,
    `isRemortgagerSavings remortgagerSavingsAmount isContributorToRemortgage remortgagerOverseasFundsCountry
     anyMortgageChargeLoan remortgagerOccupiers noDesiredCompletionDate`,
  ],
  [date, 'desiredCompletionDate'],
]);
