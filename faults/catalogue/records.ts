import { isJsonObject } from '../../src/reference/json.ts';
import { pointerTokens } from '../../src/schema/pointer.ts';
import type { Field } from './table.ts';

export type ListedRecord = Readonly<Record<string, unknown>>;

const identifier = '7c1e5a90-52d4-4f6b-9a3e-8b0d6c2f4e17';

/**
 * A record with only its required fields (catalogue 2.2). A client has no required fields, so its record has
 * the identifier and a name.
 */
export const bareRecord = (shape: Field['shape']): ListedRecord =>
  shape === 'Client' ? { id: identifier, lastName: 'Okonjo' } : { caseId: identifier, caseType: shape };

/** The value that removes a field. */
export const absent: unique symbol = Symbol('absent');

function placed(holder: unknown, path: readonly string[], value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (/^\d+$/.test(step)) {
    const list: unknown[] = Array.isArray(holder) ? [...holder] : [];
    const index = Number(step);
    while (list.length <= index) list.push({});
    list[index] = placed(list[index], rest, value);
    return list;
  }
  const object = isJsonObject(holder) ? holder : {};
  if (rest.length === 0 && value === absent) {
    const { [step]: _, ...others } = object;
    return others;
  }
  return { ...object, [step]: placed(object[step], rest, value) };
}

export const withField = (record: ListedRecord, pointer: string, value: unknown): ListedRecord =>
  placed(record, pointerTokens(pointer), value) as ListedRecord;

export function recordHolding({ shape, pointer, edition }: Field, value: unknown): ListedRecord {
  const [block = '', ...inside] = pointerTokens(pointer);
  const isForm = edition !== undefined && inside.length > 0;
  const form = isForm ? { [block]: { type: edition } } : {};
  return withField({ ...bareRecord(shape), ...form }, pointer, value);
}
