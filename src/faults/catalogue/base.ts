import { location, number, object, oneOf, text, uuid } from './kinds.ts';
import type { Field, Shape } from './table.ts';
import { fieldsOfTable } from './table.ts';

export const shapes = ['Sale', 'Purchase', 'Remortgage', 'Transfer'] as const satisfies readonly Shape[];

const notCaseTypes = [
  'Sales',
  'Mortgage',
  'Re-mortgage',
  'Transfer of Equity',
  'sale and purchase',
  'TA6_4th',
];

/** Catalogue 2.2. */
export const baseFields = (shape: Shape): readonly Field[] => [
  ...fieldsOfTable({ shape, section: '2.2' }, [
    [uuid, 'caseId', 'required'],
    [oneOf([shape], notCaseTypes), 'caseType', 'required'],
    [text, 'reference'],
    // The members of the address are not shown (interface 2.1).
    [object, 'address'],
    [location, 'location'],
    [number, 'price'],
  ]),
  ...fieldsOfTable({ shape, section: '2.2', under: '/location' }, [[number, 'latitude longitude']]),
];
