import type { JsonObject } from '../src/reference/json.ts';
import { json, refusal } from './answers.ts';
import type { Behaviour } from './behaviour.ts';
import { when } from './behaviours.ts';
import { clientFields } from './catalogue/client.ts';
import {
  type FieldValue,
  rightValuesOf,
  type SingleFieldFault,
  singleFieldFaultsOf,
} from './catalogue/field-values.ts';
import { fields, unlistedFields } from './catalogue/fields.ts';
import { type ListedRecord, recordHolding, withField } from './catalogue/records.ts';
import type { Edition, Field, Shape } from './catalogue/table.ts';
import { changingClients } from './client-behaviours.ts';
import { fullClient, recordNamed } from './demo.ts';
import { by } from './requests.ts';

export const singleFieldFaults: readonly SingleFieldFault[] = Object.freeze(
  [...fields, ...clientFields].flatMap(singleFieldFaultsOf),
);

/** Valid values of each field, also of fields that a shape or edition does not list: those may have any value. */
export const rightValues: readonly FieldValue[] = Object.freeze(
  [...fields, ...unlistedFields, ...clientFields].flatMap(rightValuesOf),
);

export interface RecordWith<Value extends FieldValue> {
  readonly id: string;
  readonly path: string;
  readonly value: Value;
  /** Makes the record. Thousands of full records would need too much memory. */
  readonly record: () => ListedRecord;
}

/** A full record for each fault. The fault is its only defect. */
export function recordsWithFaults(faults: readonly SingleFieldFault[]): RecordWith<SingleFieldFault>[] {
  return recordsWith(faults, ({ field, value }) => withField(fullRecordOf(field), field.pointer, value));
}

/** A record for each value, with the required fields and the field of the value. */
export function recordsWithRightValues(values: readonly FieldValue[]): RecordWith<FieldValue>[] {
  return recordsWith(values, ({ field, value }) => recordHolding(field, value));
}

function recordsWith<Value extends FieldValue>(
  values: readonly Value[],
  recordWith: (value: Value) => ListedRecord,
): RecordWith<Value>[] {
  return values.map((value, index) => {
    const { shape, pointer } = value.field;
    const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
    const [path, idField] =
      shape === 'Client' ? [`/api/v2/clients/${id}`, 'id'] : [`/api/v2/cases/${id}/data`, 'caseId'];
    const own = pointer === `/${idField}` ? {} : { [idField]: id };
    return { id, path, value, record: () => ({ ...recordWith(value), ...own }) };
  });
}

/**
 * A service with these records. The reference answers everything else. A client disappears after its first change, so
 * that a run reads the record, but tests the client no further.
 */
export function holding(records: readonly RecordWith<FieldValue>[]): Behaviour {
  const held = new Map(records.map((one) => [one.path, one]));
  const gone = new Set<string>();
  return when(by('member'), async (request, reference) => {
    const found = held.get(request.path);
    if (found === undefined) return reference(request);
    if (changingClients(request)) gone.add(request.path);
    return gone.has(request.path) ? refusal(404) : json(200, found.record() as JsonObject);
  });
}

function fullRecordOf({ shape, edition }: Field): ListedRecord {
  return shape === 'Client' ? fullClient : recordNamed(fullest[edition ?? shape]);
}

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
