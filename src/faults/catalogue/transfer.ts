import { number, open, text, yesNo } from './kinds.ts';
import { remortgageFields } from './remortgage.ts';
import type { Field } from './table.ts';
import { fieldsOfTable } from './table.ts';

/** The fields of a remortgage that a transfer replaces with its own, and so leaves unconstrained. */
export const replacedInTransfer: readonly Field[] = fieldsOfTable({ shape: 'Transfer', section: '2.6' }, [
  [
    open,
    'case-record-open',
    `isRemortgagerSavings remortgagerSavingsAmount remortgagerOverseasFundsCountry remortgagerOccupiers
     isRemortgagerOverseasFunds remortgagerOverseasFundsAmount`,
  ],
  // These names do not contain Remortgager, by which 2.6 excludes fields.
  [
    open,
    'transfer-remortgage-named-fields',
    'isContributorToRemortgage isRemortgageShortfall remortgageShortfallAmount',
  ],
]);

const replaced = new Set(replacedInTransfer.map(({ pointer }) => pointer));

/** Catalogue 2.6. */
export const transferFields: readonly Field[] = [
  ...remortgageFields
    .filter(({ pointer }) => !replaced.has(pointer) && pointer !== '/desiredCompletionDate')
    .map((field): Field => ({ ...field, shape: 'Transfer', section: '2.6' })),
  ...fieldsOfTable({ shape: 'Transfer', section: '2.6' }, [
    // The range of fields that 2.6 takes from 2.5 ends before this one: ambiguous, so nothing is wrong.
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
