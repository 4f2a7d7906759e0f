import { oneOf } from './kinds.ts';

/** Enumerations that more than one table of the catalogue uses. */

export const tenancyCapacity = oneOf(
  [
    'sole ownership',
    'joint tenants',
    'tenants in common in equal shares',
    'tenants in common in unequal shares',
  ],
  [
    'tenants in common',
    'joint tenancy',
    'Sole ownership',
    'sole',
    'sole owner',
    'tenants-in-common-in-equal-shares',
  ],
);

export const mortgageStatus = oneOf(
  ['not started', 'in principle', 'approved'],
  ['Approved', 'not-started', 'agreed in principle', 'offered', 'declined'],
);

export const boundaryResponsibility = oneOf(
  ['seller', 'neighbour', 'shared', 'not known'],
  ['Seller', 'neighbor', 'buyer', 'notKnown', 'Not known', 'unknown', 'yes'],
);

export const listingGrade = oneOf(
  ['grade I', 'grade II*', 'grade II'],
  ['Grade I', 'Grade II*', 'grade 2*', 'grade II *', 'grade III', 'II', 'grade A'],
);

/** The type of a buyer or an owner. */
export const partyType = oneOf(
  ['individual', 'company'],
  ['person', 'Individual', 'Company', 'trust', 'firm'],
);
