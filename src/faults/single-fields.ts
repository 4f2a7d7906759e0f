import type { JsonObject } from '../reference/json.ts';
import { json } from './answers.ts';
import type { Behaviour } from './behaviour.ts';
import { when } from './behaviours.ts';
import {
  type FieldValue,
  rightValuesOf,
  type SingleFieldFault,
  singleFieldFaultsOf,
} from './catalogue/field-values.ts';
import { fields, unlistedFields } from './catalogue/fields.ts';
import { type CaseRecord, recordHolding, withField } from './catalogue/records.ts';
import type { Edition, Shape } from './catalogue/table.ts';
import { recordNamed } from './demo.ts';
import { all, by, identifierIn, on } from './requests.ts';

/** Every field of the catalogue, broken once in each way in which its kind can be broken. */
export const singleFieldFaults: readonly SingleFieldFault[] = Object.freeze(
  fields.flatMap(singleFieldFaultsOf),
);

/** Every right value of every field; of a field that a shape or an edition does not list, that is anything. */
export const rightValues: readonly FieldValue[] = Object.freeze(
  [...fields, ...unlistedFields].flatMap(rightValuesOf),
);

/** A case of a service, whose record shows one value. */
export interface CaseWith<Value extends FieldValue> {
  readonly id: string;
  readonly value: Value;
  /** Makes its record: thousands of full ones are not kept. */
  readonly record: () => CaseRecord;
}

/** A case for each of the faults, with everything else that a record can show beside it. */
export function casesWithFaults(faults: readonly SingleFieldFault[]): CaseWith<SingleFieldFault>[] {
  return casesWith(faults, ({ field, value }) =>
    withField(recordNamed(fullest[field.edition ?? field.shape]), field.pointer, value),
  );
}

/** A case for each of the values, with nothing else but what must be there. */
export function casesWithRightValues(values: readonly FieldValue[]): CaseWith<FieldValue>[] {
  return casesWith(values, ({ field, value }) => recordHolding(field, value));
}

function casesWith<Value extends FieldValue>(
  values: readonly Value[],
  recordWith: (value: Value) => CaseRecord,
): CaseWith<Value>[] {
  return values.map((value, index) => {
    const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
    const own = value.field.pointer === '/caseId' ? {} : { caseId: id };
    return { id, value, record: () => ({ ...recordWith(value), ...own }) };
  });
}

/** Services that hold these cases; everything else is answered as the reference does. */
export function holding(cases: readonly CaseWith<FieldValue>[]): Behaviour {
  const held = new Map(cases.map((one) => [one.id, one]));
  return when(all(on('getCaseData'), by('member')), async (request, reference) => {
    const found = held.get(identifierIn(request));
    return found === undefined ? reference(request) : json(200, found.record() as JsonObject);
  });
}

/** The record that shows every field of a shape, or of an edition of a form. */
const fullest: Readonly<Record<Shape | Edition, string>> = {
  Sale: 'sale-ta6-4th',
  Purchase: 'purchase',
  Remortgage: 'remortgage',
  Transfer: 'transfer',
  TA6_4th: 'sale-ta6-4th',
  TA6_5th: 'sale-ta6-5th',
  TA6_6th: 'sale-ta6-6th',
  TA7_3rd: 'sale-ta6-4th',
  TA7_4th: 'sale-ta6-5th',
  TA7_5th: 'sale-ta6-6th',
};
