import type { Json } from '../reference/json.ts';
import type { Fault } from './behaviour.ts';
import { type FaultFacts, faultsWith } from './fault.ts';
import { withRecordValue } from './records.ts';
import { forCase } from './requests.ts';
import type { absent } from './values.ts';

/** What is particular to a wrong value, or to none, at one place of the record of one case. */
export type WrongValue = readonly [
  id: string,
  requirement: string,
  name: string,
  pointer: string,
  value: Json | typeof absent,
  title: string,
];

/** Services that answer one case with a record that holds a wrong value, at the place where it is. */
export function faultsOfValues(rows: readonly WrongValue[], shared: FaultFacts = {}): readonly Fault[] {
  return rows.flatMap(([id, requirement, name, pointer, value, title]) =>
    faultsWith(shared)(requirement, pointer, [id, title, withRecordValue(forCase(name), pointer, value)]),
  );
}
