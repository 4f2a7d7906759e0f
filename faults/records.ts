import { isJsonObject, type Json, type JsonObject } from '../src/reference/json.ts';
import type { Behaviour } from './behaviour.ts';
import { mapBody, mapObject, when } from './behaviours.ts';
import { type absent, withField } from './catalogue/records.ts';
import { type Condition, on } from './requests.ts';

export function mapObjects(
  value: Json,
  change: (object: JsonObject, pointer: string) => JsonObject,
  pointer = '',
): Json {
  if (Array.isArray(value))
    return value.map((element, index) => mapObjects(element, change, `${pointer}/${index}`));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    mapObjects(member, change, `${pointer}/${name}`),
  ]);
  return change(Object.fromEntries(members), pointer);
}

export function withRecordValue(
  condition: Condition,
  pointer: string,
  value: Json | typeof absent,
): Behaviour {
  return changingRecords(condition, (record) => withField(record, pointer, value) as JsonObject);
}

export function writingEveryRecord(change: (body: string) => string): Behaviour {
  return when(on('getCaseData'), mapBody(200, change));
}

export function everyRecord(change: (record: JsonObject) => Json): Behaviour {
  return changingRecords(on('getCaseData'), change);
}

export function changingRecords(condition: Condition, change: (record: JsonObject) => Json): Behaviour {
  return when(condition, mapObject(200, change));
}

export function withFields(caseType: string, fields: JsonObject): Behaviour {
  return everyRecord((record) => (record.caseType === caseType ? { ...record, ...fields } : record));
}

export function withFormFields(form: string, edition: string, fields: JsonObject): Behaviour {
  return everyRecord((record) => {
    const block = record[form];
    if (!isJsonObject(block) || block.type !== edition) return record;
    return { ...record, [form]: { ...block, ...fields } };
  });
}
