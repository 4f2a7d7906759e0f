import { describe, expect, test } from 'vitest';
import type { FieldValue } from '../../../faults/catalogue/field-values.ts';
import { tokenNamed } from '../../../faults/demo.ts';
import {
  holding,
  type RecordWith,
  recordsWithFaults,
  recordsWithRightValues,
  rightValues,
  singleFieldFaults,
} from '../../../faults/single-fields.ts';
import { valueAt } from '../../../src/schema/pointer.ts';
import { bundled } from '../../../src/specification/bundled.ts';

async function shown<Value extends FieldValue>(
  records: readonly RecordWith<Value>[],
): Promise<{ id: string; value: Value; record: Record<string, unknown> }[]> {
  const behaviour = holding(records);
  return Promise.all(
    records.map(async ({ id, path, value }) => {
      const { body } = await behaviour(readingOf(path), () => Promise.reject(new Error('It is not held.')));
      return { id, value, record: JSON.parse(body) };
    }),
  );
}

function defectsIn({ field }: FieldValue, record: unknown): readonly { pointer: string; keyword: string }[] {
  const schema = field.shape === 'Client' ? 'Client' : 'CaseRecord';
  return bundled.validate(schema, record).map(({ pointer, keyword }) => ({ pointer, keyword }));
}

function ofEachField<Value extends FieldValue>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [value.field, value])).values()];
}

const readingOf = (path: string) => ({
  method: path.endsWith('/data') ? 'GET' : 'PATCH',
  path,
  headers: { authorization: `Bearer ${tokenNamed('member')}` },
  body: path.endsWith('/data') ? '' : '{}',
});

describe('the record', () => {
  test('of a single-field fault is full, and has that defect alone', async () => {
    for (const { id, value, record } of await shown(recordsWithFaults(ofEachField(singleFieldFaults)))) {
      const { name, field, pointer, keyword } = value;
      expect({ name, defects: defectsIn(value, record) }).toEqual({ name, defects: [{ pointer, keyword }] });
      expect(Object.keys(record).length, name).toBeGreaterThan(15);
      if (!/^\/(caseId|id)$/.test(field.pointer)) expect(record.caseId ?? record.id).toBe(id);
    }
  });

  test('of a right value shows it, and has no defect', async () => {
    for (const { value, record } of await shown(recordsWithRightValues(ofEachField(rightValues)))) {
      const { name, field } = value;
      expect({ name, defects: defectsIn(value, record) }).toEqual({ name, defects: [] });
      expect(valueAt(record, field.pointer), name).toEqual(value.value);
    }
  });
});

describe('A service that holds records', () => {
  const own = { status: 404, headers: {}, body: '' };
  const [ofCase] = recordsWithRightValues(rightValues.slice(0, 1));
  const [ofClient] = recordsWithRightValues(rightValues.filter(({ field }) => field.shape === 'Client'));
  if (ofCase === undefined || ofClient === undefined) throw new Error('There are none.');
  const behaviour = holding([ofCase, ofClient]);

  test('answers as the reference does what is none of them, and who has no token', async () => {
    const other = readingOf('/api/v2/cases/08cc4d98-5023-4c63-9a07-ed8ab3955063/data');
    const stranger = { ...readingOf(ofCase.path), headers: {} };
    for (const request of [other, stranger]) expect(await behaviour(request, async () => own)).toBe(own);
  });

  test('shows a client until it is to be changed', async () => {
    const change = { ...readingOf(ofClient.path), body: '{"title":"Dr"}' };
    const statuses = [];
    for (const request of [readingOf(ofClient.path), change, readingOf(ofClient.path)])
      statuses.push((await behaviour(request, async () => own)).status);
    expect(statuses).toEqual([200, 404, 404]);
  });
});
