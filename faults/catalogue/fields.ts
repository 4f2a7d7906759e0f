import {
  baseFields,
  purchaseFields,
  remortgageFields,
  replacedInTransfer,
  saleFields,
  shapes,
  transferFields,
} from './case-fields.ts';
import { ta6FifthFields, ta6FourthFields, typeFields } from './form-fields.ts';
import { open } from './kinds.ts';
import type { Edition, Field, Shape } from './table.ts';
import { fieldsOfTable } from './table.ts';

export const fields: readonly Field[] = [
  ...shapes.flatMap(baseFields),
  ...saleFields,
  ...purchaseFields,
  ...remortgageFields,
  ...transferFields,
  ...typeFields,
  ...ta6FourthFields,
  ...ta6FifthFields,
];

export const fieldsOf = (shape: Shape, editions: readonly Edition[] = []): readonly Field[] =>
  fields.filter(
    (field) => field.shape === shape && (field.edition === undefined || editions.includes(field.edition)),
  );

function onlyIn(these: readonly Field[], those: readonly Field[]): readonly string[] {
  const names = new Set(those.map(({ pointer }) => pointer));
  return these
    .map(({ pointer }) => pointer.replace('/TA6/', ''))
    .filter((name) => !names.has(`/TA6/${name}`));
}

const freeForms = 'TA6 TA7 TA9 TA10 EnquiryForms';

/**
 * Fields of one shape or edition that are placed in another. There they are additional properties (catalogue 2.1, rule
 * 1), so they may have any value.
 */
export const unlistedFields: readonly Field[] = [
  ...fieldsOfTable({ shape: 'Purchase', section: '2.6' }, [
    [open, 'forms-elsewhere', freeForms],
    [open, 'case-record-open', 'buyers listPrice isOfferAccepted buyerLawFirmEmail'],
  ]),
  ...fieldsOfTable({ shape: 'Remortgage', section: '2.6' }, [
    [open, 'forms-elsewhere', freeForms],
    [
      open,
      'case-record-open',
      'buyers owners isTransferShortfall transferShortfallAmount transferorOccupiers',
    ],
  ]),
  ...fieldsOfTable({ shape: 'Transfer', section: '2.6' }, [
    [open, 'forms-elsewhere', freeForms],
    [open, 'case-record-open', 'buyers owners'],
  ]),
  ...replacedInTransfer,
  ...fieldsOfTable({ shape: 'Sale', section: '2.3' }, [
    [
      open,
      'case-record-open',
      `owners purchasePrice depositPercent newBuildDate intendedUse newMortgageStatus sellerLawFirmEmail
       isRemortgageShortfall`,
    ],
  ]),
  ...fieldsOfTable({ shape: 'Sale', section: '2.7.1', edition: 'TA6_4th', under: '/TA6' }, [
    [open, 'case-record-open', onlyIn(ta6FifthFields, ta6FourthFields).join(' ')],
  ]),
  ...fieldsOfTable({ shape: 'Sale', section: '2.7.2', edition: 'TA6_5th', under: '/TA6' }, [
    [open, 'case-record-open', onlyIn(ta6FourthFields, ta6FifthFields).join(' ')],
  ]),
];
