import { isJsonObject, type Json, type JsonObject } from '../reference/json.ts';
import { pointerTokens } from '../schema/pointer.ts';
import type { Fault } from './behaviour.ts';
import { fields } from './catalogue/fields.ts';
import { recordNamed } from './demo.ts';
import { faultsOf } from './fault.ts';
import { withRecordValue } from './records.ts';
import { forCase } from './requests.ts';
import type { absent } from './values.ts';

/** A wrong value, or none, at one place of the record of one case. */
export type WrongValue = readonly [
  id: string,
  title: string,
  wrong: readonly [name: string, pointer: string, value: Json | typeof absent],
];

/** Services with a wrong value in the record of one case, with the fault at its pointer. */
export function faultsOfValues(rows: readonly WrongValue[], faults = faultsOf): readonly Fault[] {
  return rows.flatMap(([id, title, [name, pointer, value]]) =>
    faults(statementAt(pointer, recordNamed(name)), pointer, [
      id,
      title,
      withRecordValue(forCase(name), pointer, value),
    ]),
  );
}

/** The row of the register for this place of a record, or for the nearest place around it. */
function statementAt(pointer: string, record: JsonObject): string {
  if (pointer === '') throw new Error('The catalogue lists every place of a wrong value, or what holds it.');
  const [block = ''] = pointerTokens(pointer);
  const form = record[block];
  const editions = [undefined, isJsonObject(form) ? form.type : undefined];
  const place = pointer.replaceAll(/\/\d+(?=\/|$)/g, '/0');
  const field = fields.find(
    (one) => one.shape === record.caseType && one.pointer === place && editions.includes(one.edition),
  );
  return field?.requirement ?? statementAt(pointer.slice(0, pointer.lastIndexOf('/')), record);
}
