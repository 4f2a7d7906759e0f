import type { Json } from '../reference/json.ts';
import type { Fault } from './behaviour.ts';
import { mapJson, when } from './behaviours.ts';
import { forCase } from './requests.ts';
import { type absent, withValueAt } from './values.ts';

/** One wrong value of a record: what it is called, what it breaks, where it stands, and what stands there. */
export type RecordRow = readonly [
  id: string,
  requirement: string,
  pointer: string,
  value: Json | typeof absent,
  title: string,
];

/** Services that answer with one wrong value in the record of the case of that name, and nowhere else. */
export function recordFaultsOf(caseName: string, rows: readonly RecordRow[]): readonly Fault[] {
  return rows.map(([id, requirement, pointer, value, title]) =>
    Object.freeze({
      id,
      title,
      requirement,
      pointer,
      behaviour: when(
        forCase(caseName),
        mapJson(200, (record) => withValueAt(record, pointer, value)),
      ),
    }),
  );
}
