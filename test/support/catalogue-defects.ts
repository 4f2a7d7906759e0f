import { shapes } from '../../faults/catalogue/case-fields.ts';
import { clientFields } from '../../faults/catalogue/client.ts';
import { fieldsOf } from '../../faults/catalogue/fields.ts';
import { editionsOfTa6, editionsOfTa7 } from '../../faults/catalogue/form-fields.ts';
import type { Keyword, Kind } from '../../faults/catalogue/kinds.ts';
import type { Edition, Field } from '../../faults/catalogue/table.ts';

/** A second opinion on records, which reads the hand-made tables and knows no schema. */

export interface Defect {
  readonly pointer: string;
  readonly keyword: Keyword;
}

type Properties = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Properties =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isCalendarDate(value: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (match === null || value.length !== 10) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= days;
}

const isEmail = (value: string): boolean => /^("[^"]+"|[^\s@<>"]+)@[^\s@<>]+$/.test(value);

const isUuid = (value: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);

/** E.164: at most fifteen digits, the first of which, of the country, is no nought. */
const isTelephoneNumber = (value: string): boolean => /^\+?[1-9]\d{1,14}$/.test(value);

const unless = (holds: boolean, keyword: Keyword, pointer = ''): readonly Defect[] =>
  holds ? [] : [{ pointer, keyword }];

function ofFormat(value: unknown, holds: (text: string) => boolean): readonly Defect[] {
  return typeof value === 'string' ? unless(holds(value), 'format') : unless(false, 'type');
}

function ofElements(value: unknown, holds: (element: unknown) => boolean): readonly Defect[] {
  if (!Array.isArray(value)) return unless(false, 'type');
  return value.flatMap((element, index) => unless(holds(element), 'type', `/${index}`));
}

function ofLocation(value: unknown): readonly Defect[] {
  if (!isObject(value)) return unless(false, 'type');
  const known = ['latitude', 'longitude'];
  return Object.keys(value).flatMap((key) => unless(known.includes(key), 'additionalProperties', `/${key}`));
}

function ofForm(value: unknown, editions: readonly string[]): readonly Defect[] {
  if (!isObject(value)) return unless(false, 'type');
  if (!Object.hasOwn(value, 'type')) return unless(false, 'required', '/type');
  return unless(
    editions.some((edition) => edition === value.type),
    'enum',
    '/type',
  );
}

function defectsIn(value: unknown, kind: Kind): readonly Defect[] {
  switch (kind.kind) {
    case 'text':
      return unless(typeof value === 'string', 'type');
    case 'number':
      return unless(typeof value === 'number', 'type');
    case 'boolean':
      return unless(typeof value === 'boolean', 'type');
    case 'telephone':
      return typeof value === 'string' ? unless(isTelephoneNumber(value), 'pattern') : unless(false, 'type');
    case 'date':
      return ofFormat(value, isCalendarDate);
    case 'email':
      return ofFormat(value, isEmail);
    case 'uuid':
      return ofFormat(value, isUuid);
    case 'yes-no':
    case 'Yes-No':
    case 'one-of':
      return unless(
        kind.values.some((allowed) => allowed === value),
        'enum',
      );
    case 'texts':
      return ofElements(value, (element) => typeof element === 'string');
    case 'objects':
      return ofElements(value, isObject);
    case 'object':
      return unless(isObject(value), 'type');
    case 'location':
      return ofLocation(value);
    case 'form':
      return ofForm(value, kind.editions);
    case 'upload':
    case 'open':
      return [];
  }
}

interface Found {
  readonly pointer: string;
  readonly value: unknown;
}

/** The values at the pointer; its `0` stands for every element of an array. */
function valuesAt(record: Properties, pointer: string): readonly Found[] {
  let found: readonly Found[] = [{ pointer: '', value: record }];
  for (const step of pointer.split('/').slice(1)) {
    found = found.flatMap(({ pointer: parent, value }) => {
      if (step === '0') {
        const elements: readonly unknown[] = Array.isArray(value) ? value : [];
        return elements.map((element, index) => ({ pointer: `${parent}/${index}`, value: element }));
      }
      if (!isObject(value) || !Object.hasOwn(value, step)) return [];
      return [{ pointer: `${parent}/${step}`, value: value[step] }];
    });
  }
  return found;
}

function editionsIn(record: Properties): readonly Edition[] {
  const types = [record.TA6, record.TA7].map((block) => (isObject(block) ? block.type : undefined));
  return [...editionsOfTa6, ...editionsOfTa7].filter((edition) => types.includes(edition));
}

/** What is wrong with a case record, if anything. A missing field is named where it should be. */
export function defectsOf(record: unknown): readonly Defect[] {
  if (!isObject(record)) return unless(false, 'type');
  if (!Object.hasOwn(record, 'caseType')) return unless(false, 'required', '/caseType');
  const shape = shapes.find((name) => name === record.caseType);
  if (shape === undefined) return unless(false, 'enum', '/caseType');
  return defectsOfFields(record, fieldsOf(shape, editionsIn(record)));
}

/** What is wrong with a client record, if anything. */
export function defectsOfClient(record: unknown): readonly Defect[] {
  return isObject(record) ? defectsOfFields(record, clientFields) : unless(false, 'type');
}

function defectsOfFields(record: Properties, fields: readonly Field[]): readonly Defect[] {
  return fields.flatMap(({ pointer, kind, required }) => {
    const found = valuesAt(record, pointer);
    if (required === true && found.length === 0 && pointer.lastIndexOf('/') === 0) {
      return unless(false, 'required', pointer);
    }
    return found.flatMap(({ pointer: at, value }) =>
      defectsIn(value, kind).map((defect) => ({ ...defect, pointer: at + defect.pointer })),
    );
  });
}
