import { number, open, text, yesNo } from './kinds.ts';
import { remortgageFields } from './remortgage.ts';
import type { Field } from './table.ts';
import { fieldsOfTable, namesIn } from './table.ts';

/** The fields of a remortgage that a transfer replaces by its own, and so leaves unconstrained. */
export const replacedInTransfer: readonly string[] = namesIn(
  `isRemortgagerSavings remortgagerSavingsAmount isContributorToRemortgage remortgagerOverseasFundsCountry
   remortgagerOccupiers isRemortgagerOverseasFunds isRemortgageShortfall remortgagerOverseasFundsAmount
   remortgageShortfallAmount`,
);

const isShared = ({ pointer }: Field): boolean => !replacedInTransfer.includes(pointer.slice(1));

/** Catalogue 2.6. */
export const transferFields: readonly Field[] = [
  ...remortgageFields.filter(isShared).map(
    (field): Field => ({
      ...field,
      shape: 'Transfer',
      section: '2.6',
      // The range of fields that 2.6 takes from 2.5 ends before this one: ambiguous, so nothing is wrong.
      kind: field.pointer === '/desiredCompletionDate' ? open : field.kind,
    }),
  ),
  ...fieldsOfTable({ shape: 'Transfer', section: '2.6' }, [
    [
      text,
      `isTransferorSavings transferorSavingsAmount isContributorToTransfer transferorOverseasFundsCountry
       transferorOccupiers`,
    ],
    [yesNo, 'isTransferorOverseasFunds isTransferShortfall'],
    [number, 'transferorOverseasFundsAmount transferShortfallAmount'],
  ]),
];
