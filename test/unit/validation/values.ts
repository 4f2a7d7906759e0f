import { fields, unlistedFields } from '../../catalogue/fields.ts';
import type { Keyword } from '../../catalogue/kinds.ts';
import { recordHolding } from '../../catalogue/records.ts';
import type { Field } from '../../catalogue/table.ts';

/** The fields of the catalogue by the table that lists them. */
export const tables: readonly (readonly [table: string, fields: readonly Field[]])[] = [
  ...Map.groupBy(fields, ({ shape, section, edition = '' }) => `${shape} ${section} ${edition}`.trim()),
];

/** The fields that a shape does not list, by shape and form. */
export const unlistedTables: readonly (readonly [table: string, fields: readonly Field[]])[] = [
  ...Map.groupBy(unlistedFields, ({ shape, edition = '' }) => `${shape} ${edition}`.trim()),
];

/** A record around one value of one field. */
export interface Sample {
  readonly name: string;
  readonly record: unknown;
}

/** One record for each right value of a field. */
export const rightSamples = (field: Field): Sample[] =>
  field.kind.right.map((value) => ({ name: nameOf(field, value), record: recordHolding(field, value) }));

/** One record for each wrong value of a field, with the one thing that is wrong in it. */
export const wrongSamples = (field: Field): (Sample & { pointer: string; keyword: Keyword })[] =>
  field.kind.wrong.map(({ value, keyword, at = '' }) => ({
    name: nameOf(field, value),
    record: recordHolding(field, value),
    pointer: field.pointer + at,
    keyword,
  }));

const nameOf = ({ pointer }: Field, value: unknown): string => `${pointer} ${JSON.stringify(value)}`;
