import type { Keyword } from './kinds.ts';
import type { Field } from './table.ts';

/** A value of a field of the catalogue. */
export interface FieldValue {
  /** The table, the field and the value. */
  readonly name: string;
  readonly field: Field;
  readonly value: unknown;
}

/** A value that its field must not have: the only defect of its record. */
export interface SingleFieldFault extends FieldValue {
  /** The row of the register that it breaks. */
  readonly requirement: string;
  /** Pointer of the defect in the record. */
  readonly pointer: string;
  readonly keyword: Keyword;
}

/** The table of the documents that lists a field, named by its record, section and edition. */
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
