import type { Keyword } from './kinds.ts';
import type { Field } from './table.ts';

export interface FieldValue {
  readonly name: string;
  readonly field: Field;
  readonly value: unknown;
}

/** A wrong value of a field, which is the only defect of its record. */
export interface SingleFieldFault extends FieldValue {
  readonly requirement: string;
  readonly pointer: string;
  readonly keyword: Keyword;
}

export const tableOf = ({ shape, section, edition }: Field): string =>
  [shape, section, ...(edition === undefined ? [] : [edition])].join(' ');

export const rightValuesOf = (field: Field): FieldValue[] =>
  field.kind.right.map((value) => ({ name: nameOf(field, value), field, value }));

export const singleFieldFaultsOf = (field: Field): SingleFieldFault[] =>
  field.kind.wrong.map(({ value, keyword, at = '' }) => ({
    name: nameOf(field, value),
    field,
    value,
    requirement: field.requirement,
    pointer: field.pointer + at,
    keyword,
  }));

const nameOf = (field: Field, value: unknown): string =>
  `${tableOf(field)} ${field.pointer} ${JSON.stringify(value)}`;
