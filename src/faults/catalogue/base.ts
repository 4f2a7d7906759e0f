import { location, number, object, oneOf, text, uuid } from './kinds.ts';
import type { Field, Shape } from './table.ts';
import { fieldsOfTable } from './table.ts';

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

/** Catalogue 2.2. */
export const baseFields = (shape: Shape): readonly Field[] => [
  ...fieldsOfTable({ shape, section: '2.2' }, [
    [uuid, 'case-id', 'caseId', 'required'],
    [oneOf([shape], notCaseTypes), 'case-type', 'caseType', 'required'],
    [text, 'case-reference', 'reference'],
    // The members of the address are not shown (interface 2.1).
    [object, 'case-address', 'address'],
    [location, 'case-location', 'location'],
    [number, 'case-price', 'price'],
  ]),
  ...fieldsOfTable({ shape, section: '2.2', under: '/location' }, [
    [number, 'case-location', 'latitude longitude'],
  ]),
];
