import { oneOf } from './kinds.ts';
import type { Edition, Field } from './table.ts';
import { fieldsOfTable } from './table.ts';

export const editionsOfTa6 = ['TA6_4th', 'TA6_5th', 'TA6_6th'] as const satisfies readonly Edition[];

export const editionsOfTa7 = ['TA7_3rd', 'TA7_4th', 'TA7_5th'] as const satisfies readonly Edition[];

export const notTa6 = [...editionsOfTa7, 'TA6_3rd', 'TA6', 'TA6-4th', 'TA6_4'];

export const notTa7 = [...editionsOfTa6, 'TA7_2nd', 'TA7_6th', 'TA7', 'TA7-3rd', 'TA7_3'];

/**
 * Catalogue 2.7: each edition has its own name in `type`. Another edition of the same form is not a wrong value, since
 * it makes the block a form of that edition.
 */
export const typeFields: readonly Field[] = [
  ...editionsOfTa6.flatMap((edition) =>
    fieldsOfTable({ shape: 'Sale', section: '2.7', edition, under: '/TA6' }, [
      [oneOf([edition], notTa6), 'ta6-edition', 'type', 'required'],
    ]),
  ),
  ...editionsOfTa7.flatMap((edition) =>
    fieldsOfTable({ shape: 'Sale', section: '2.7', edition, under: '/TA7' }, [
      [oneOf([edition], notTa7), 'ta7-edition', 'type', 'required'],
    ]),
  ),
];
