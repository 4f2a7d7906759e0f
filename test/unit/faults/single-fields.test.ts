import { describe, expect, test } from 'vitest';
import type { FieldValue } from '../../../src/faults/catalogue/field-values.ts';
import { tokenNamed } from '../../../src/faults/demo.ts';
import {
  type CaseWith,
  casesWithFaults,
  casesWithRightValues,
  holding,
  rightValues,
  singleFieldFaults,
} from '../../../src/faults/single-fields.ts';
import { valueAt } from '../../../src/schema/pointer.ts';
import { defectsOf } from '../../support/catalogue-defects.ts';

/** The cases as a service shows them. */
async function shown<Value extends FieldValue>(
  cases: readonly CaseWith<Value>[],
): Promise<{ id: string; value: Value; record: Record<string, unknown> }[]> {
  const behaviour = holding(cases);
  return Promise.all(
    cases.map(async ({ id, value }) => {
      const { body } = await behaviour(requestFor(id), () => Promise.reject(new Error('It is not held.')));
      return { id, value, record: JSON.parse(body) };
    }),
  );
}

/** One value of each field. */
function ofEachField<Value extends FieldValue>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [value.field, value])).values()];
}

const requestFor = (id: string) => ({
  method: 'GET',
  path: `/api/v2/cases/${id}/data`,
  headers: { authorization: `Bearer ${tokenNamed('member')}` },
  body: '',
});

describe('the record', () => {
  test('of a single-field fault is full, and has that defect alone', async () => {
    for (const { id, value, record } of await shown(casesWithFaults(ofEachField(singleFieldFaults)))) {
      const { name, field, pointer, keyword } = value;
      expect({ name, defects: defectsOf(record) }).toEqual({ name, defects: [{ pointer, keyword }] });
      expect(Object.keys(record).length, name).toBeGreaterThan(15);
      if (field.pointer !== '/caseId') expect(record.caseId).toBe(id);
    }
  });

  test('of a right value shows it, and has no defect', async () => {
    for (const { value, record } of await shown(casesWithRightValues(ofEachField(rightValues)))) {
      const { name, field } = value;
      expect({ name, defects: defectsOf(record) }).toEqual({ name, defects: [] });
      expect(valueAt(record, field.pointer), name).toEqual(value.value);
    }
  });
});

test('A service answers as the reference does what is none of its cases, and who has no token', async () => {
  const cases = casesWithRightValues(rightValues.slice(0, 1));
  const own = { status: 404, headers: {}, body: '' };
  const other = requestFor('08cc4d98-5023-4c63-9a07-ed8ab3955063');
  const stranger = { ...requestFor(cases[0]?.id ?? ''), headers: {} };
  for (const request of [other, stranger]) expect(await holding(cases)(request, async () => own)).toBe(own);
});
