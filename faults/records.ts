import { isJsonObject, type Json, type JsonObject } from '../src/reference/json.ts';
import type { Behaviour } from './behaviour.ts';
import { mapBody, mapJson, when } from './behaviours.ts';
import { type absent, withField } from './catalogue/records.ts';
import { type Condition, on } from './requests.ts';

/** Changes all objects in the value, the innermost first. */
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

/** Changes the records in answers to matching requests. */
export function changingRecords(condition: Condition, change: (record: Json) => Json): Behaviour {
  return when(
    condition,
    mapJson(200, (record) => change(record)),
  );
}

/** Sets or removes a value in the records of matching requests. */
export function withRecordValue(
  condition: Condition,
  pointer: string,
  value: Json | typeof absent,
): Behaviour {
  return changingRecords(condition, (record) =>
    isJsonObject(record) ? (withField(record, pointer, value) as JsonObject) : record,
  );
}

/** Changes the JSON text of the records of matching requests. */
export function writingRecords(condition: Condition, change: (body: string) => string): Behaviour {
  return when(condition, mapBody(200, change));
}

/** A service that writes the JSON of all records differently. */
export function writingEveryRecord(change: (body: string) => string): Behaviour {
  return writingRecords(on('getCaseData'), change);
}

/** A service that answers readings of a case with changed records. What it stores stays as it is. */
export function everyRecord(change: (record: JsonObject) => Json): Behaviour {
  return changingRecords(on('getCaseData'), (record) => (isJsonObject(record) ? change(record) : record));
}

/** A service that adds or replaces these fields in all records of a type. */
export function withFields(caseType: string, fields: JsonObject): Behaviour {
  return everyRecord((record) => (record.caseType === caseType ? { ...record, ...fields } : record));
}

/** A service that adds or replaces these fields in all forms of this name and edition. */
export function withFormFields(form: string, edition: string, fields: JsonObject): Behaviour {
  return everyRecord((record) => {
    const block = record[form];
    if (!isJsonObject(block) || block.type !== edition) return record;
    return { ...record, [form]: { ...block, ...fields } };
  });
}
