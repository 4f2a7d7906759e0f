import type { Json, JsonObject } from '../reference/json.ts';
import { isJsonObject } from '../reference/json.ts';
import type { Behaviour } from './behaviour.ts';
import { mapJson, when } from './behaviours.ts';
import { on } from './requests.ts';

/** Services whose every record is changed so. */
export function everyRecord(change: (record: JsonObject) => Json): Behaviour {
  return when(
    on('getCaseData'),
    mapJson(200, (record) => (isJsonObject(record) ? change(record) : record)),
  );
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
