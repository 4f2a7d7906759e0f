import { pointerTokens } from '../../schema/pointer.ts';
import { fields } from './fields.ts';
import type { Edition, Field, Shape } from './table.ts';

export type CaseRecord = Readonly<Record<string, unknown>>;

/** The required fields alone (catalogue 2.2). */
export const bareRecord = (shape: Shape): CaseRecord => ({
  caseId: '7c1e5a90-52d4-4f6b-9a3e-8b0d6c2f4e17',
  caseType: shape,
});

/** The edition that lists the field; for a field of several editions the earliest, for no field the first. */
function editionFor(pointer: string): Edition {
  const listed = fields.find((field) => field.pointer === pointer && field.edition !== undefined);
  return listed?.edition ?? (pointer.startsWith('/TA7') ? 'TA7_3rd' : 'TA6_4th');
}

const isObject = (value: unknown): value is CaseRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
  const object = isObject(holder) ? holder : {};
  return { ...object, [step]: placed(object[step], rest, value) };
}

/** The smallest valid record of the shape around the value at the pointer. */
export function recordWith(
  shape: Shape,
  pointer: string,
  value: unknown,
  edition: Edition = editionFor(pointer),
): CaseRecord {
  const [block, ...inside] = pointerTokens(pointer);
  if (block === undefined) throw new Error('A pointer into the record is needed, not the record itself.');
  const isForm = shape === 'Sale' && /^TA[67]$/.test(block) && inside.length > 0;
  const record = bareRecord(shape);
  const start = isForm ? { ...record, [block]: { type: edition } } : record;
  return withField(start, pointer, value);
}

/** The record with the value at the pointer, and with what must hold it where that is missing. */
export const withField = (record: CaseRecord, pointer: string, value: unknown): CaseRecord =>
  placed(record, pointerTokens(pointer), value) as CaseRecord;

/** The same for a field of the catalogue, in its own edition. */
export const recordHolding = ({ shape, pointer, edition }: Field, value: unknown): CaseRecord =>
  recordWith(shape, pointer, value, edition);
