import { memberOf } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';
import { type ClientRecord, changedFields } from './client-record.ts';

/**
 * Whether the status of a client differs. How a status moves is open (interface 3), so a person or time may move it
 * during a run, independently of what is sent. A missing status does not count as a move.
 */
export function isMoved(one: ClientRecord | undefined, other: ClientRecord | undefined): boolean {
  const status = memberOf(other, 'status');
  return typeof status === 'string' && status !== memberOf(one, 'status');
}

/** The fields that differ between two records of a client, without a status that has moved. */
export function differingFields(
  specification: Specification,
  one: ClientRecord,
  other: ClientRecord,
): string[] {
  const fields = changedFields(specification, one, other);
  return isMoved(one, other) ? fields.filter((field) => field !== 'status') : fields;
}
