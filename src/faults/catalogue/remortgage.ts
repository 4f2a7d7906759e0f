import { mortgageStatus, tenancyCapacity } from './enumerations.ts';
import { date, email, number, text, yesNo } from './kinds.ts';
import type { Field } from './table.ts';
import { fieldsOfTable } from './table.ts';

/** Catalogue 2.5. */
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
