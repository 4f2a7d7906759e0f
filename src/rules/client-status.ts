import { memberOf } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';
import { type ObservedChange, patchOf } from './client-change.ts';
import type { ClientRecord } from './client-record.ts';

/**
 * Whether a client shows another status without a change: how it moves is open (interface 3), so that a person, or the
 * time, may move it while a run goes on.
 */
export function movesOfItself(change: ObservedChange): boolean {
  const { before, answer, after } = change;
  const isNothing = Object.keys(patchOf(change)).length === 0;
  const isAsBefore = !isMoved(before, answer.record);
  return isMoved(answer.record, after.record) ? isAsBefore || isNothing : isNothing && !isAsBefore;
}

/** That a status is there no more is no way to go. */
function isMoved(one: ClientRecord | undefined, other: ClientRecord | undefined): boolean {
  const [first, second] = [one, other].map((record) => memberOf(record, 'status'));
  return typeof first === 'string' && typeof second === 'string' && first !== second;
}

/** Whether nothing is said of a change by the status that its client has after it. */
export function isStatusFree(change: ObservedChange): boolean {
  return change.isStatusFree === true || movesOfItself(change);
}

/** The fields of a client by which a change is judged. */
export function judgedFields({ fieldsOf }: Specification, change: ObservedChange): readonly string[] {
  return fieldsOf('Client').filter((field) => !(field === 'status' && isStatusFree(change)));
}
