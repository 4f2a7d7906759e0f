import type { Json, JsonObject } from '../reference/json.ts';
import { isJsonObject } from '../reference/json.ts';
import type { Behaviour } from './behaviour.ts';
import { mapBody, mapJson, when } from './behaviours.ts';
import { type Condition, on } from './requests.ts';
import { type absent, withValueAt } from './values.ts';

/** Records that are answered to requests of the condition, changed. */
export function changingRecords(condition: Condition, change: (record: Json) => Json): Behaviour {
  return when(
    condition,
    mapJson(200, (record) => change(record)),
  );
}

/** Records that are answered to requests of the condition, with another value at a place, or without any. */
export function withRecordValue(
  condition: Condition,
  pointer: string,
  value: Json | typeof absent,
): Behaviour {
  return changingRecords(condition, (record) => withValueAt(record, pointer, value));
}

/** Records that are answered to requests of the condition, whose JSON is written otherwise. */
export function writingRecords(condition: Condition, change: (body: string) => string): Behaviour {
  return when(condition, mapBody(200, change));
}

/** Services that write the JSON of every record otherwise. */
export function writingEveryRecord(change: (body: string) => string): Behaviour {
  return writingRecords(on('getCaseData'), change);
}

/** Services whose every record is changed so. */
export function everyRecord(change: (record: JsonObject) => Json): Behaviour {
  return changingRecords(on('getCaseData'), (record) => (isJsonObject(record) ? change(record) : record));
}

/** Services whose every record of a type has these fields, in place of its own where it has them. */
export function withFields(caseType: string, fields: JsonObject): Behaviour {
  return everyRecord((record) => (record.caseType === caseType ? { ...record, ...fields } : record));
}

/** Services whose every form of that name and edition has these fields, in place of its own. */
export function withFormFields(form: string, edition: string, fields: JsonObject): Behaviour {
  return everyRecord((record) => {
    const block = record[form];
    if (!isJsonObject(block) || block.type !== edition) return record;
    return { ...record, [form]: { ...block, ...fields } };
  });
}
