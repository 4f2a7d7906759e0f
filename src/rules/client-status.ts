import { memberOf } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';
import { type ClientRecord, changedFields } from './client-record.ts';

/**
 * Whether a client shows another status: how it moves is open (interface 3), so that a person, or the time, may move it
 * while a run goes on, whatever is sent meanwhile. That a status is not there any more is no way to go.
 */
export function isMoved(one: ClientRecord | undefined, other: ClientRecord | undefined): boolean {
  const status = memberOf(other, 'status');
  return typeof status === 'string' && status !== memberOf(one, 'status');
}

/** The fields of a client that one record shows otherwise than another, but for a status that has moved. */
export function differingFields(
  specification: Specification,
  one: ClientRecord,
  other: ClientRecord,
): string[] {
  const fields = changedFields(specification, one, other);
  return isMoved(one, other) ? fields.filter((field) => field !== 'status') : fields;
}
