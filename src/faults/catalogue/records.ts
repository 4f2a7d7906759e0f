import { pointerTokens } from '../../schema/pointer.ts';
import { fields } from './fields.ts';
import type { Edition, Field } from './table.ts';

/** A case or client record. */
export type ListedRecord = Readonly<Record<string, unknown>>;

const identifier = '7c1e5a90-52d4-4f6b-9a3e-8b0d6c2f4e17';

/** The required fields of a case record alone (catalogue 2.2); of a client, none of whose is, whom to ask for and a name. */
export const bareRecord = (shape: Field['shape']): ListedRecord =>
  shape === 'Client' ? { id: identifier, lastName: 'Okonjo' } : { caseId: identifier, caseType: shape };

/** The edition that lists the field; for a field of several editions the earliest, for no field the first. */
function editionFor(pointer: string): Edition {
  const listed = fields.find((field) => field.pointer === pointer && field.edition !== undefined);
  return listed?.edition ?? (pointer.startsWith('/TA7') ? 'TA7_3rd' : 'TA6_4th');
}

const isObject = (value: unknown): value is ListedRecord =>
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
  shape: Field['shape'],
  pointer: string,
  value: unknown,
  edition: Edition = editionFor(pointer),
): ListedRecord {
  const [block, ...inside] = pointerTokens(pointer);
  if (block === undefined) throw new Error('A pointer into the record is needed, not the record itself.');
  const isForm = shape === 'Sale' && /^TA[67]$/.test(block) && inside.length > 0;
  const record = bareRecord(shape);
  const start = isForm ? { ...record, [block]: { type: edition } } : record;
  return withField(start, pointer, value);
}

/** The record with the value at the pointer, and with what must hold it where that is missing. */
export const withField = (record: ListedRecord, pointer: string, value: unknown): ListedRecord =>
  placed(record, pointerTokens(pointer), value) as ListedRecord;

/** The same for a field of the catalogue, in its own edition. */
export const recordHolding = ({ shape, pointer, edition }: Field, value: unknown): ListedRecord =>
  recordWith(shape, pointer, value, edition);
