import {
  type FieldValue,
  rightValuesOf,
  singleFieldFaultsOf,
  tableOf,
} from '../../../faults/catalogue/field-values.ts';
import { fields, unlistedFields } from '../../../faults/catalogue/fields.ts';
import type { Keyword } from '../../../faults/catalogue/kinds.ts';
import { recordHolding } from '../../../faults/catalogue/records.ts';
import type { Field } from '../../../faults/catalogue/table.ts';

export const tables: readonly (readonly [table: string, fields: readonly Field[]])[] = [
  ...Map.groupBy(fields, tableOf),
];

export const unlistedTables: readonly (readonly [table: string, fields: readonly Field[]])[] = [
  ...Map.groupBy(unlistedFields, ({ shape, edition = '' }) => `${shape} ${edition}`.trim()),
];

export interface Sample {
  readonly name: string;
  readonly record: unknown;
}

export const rightSamples = (field: Field): Sample[] => rightValuesOf(field).map(sampleOf);

export const wrongSamples = (field: Field): (Sample & { pointer: string; keyword: Keyword })[] =>
  singleFieldFaultsOf(field).map((wrong) => ({ ...wrong, ...sampleOf(wrong) }));

const sampleOf = ({ name, field, value }: FieldValue): Sample => ({
  name,
  record: recordHolding(field, value),
});
