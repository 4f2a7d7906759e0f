import type { Target } from '../harness/target.ts';
import { memberOf } from '../schema/pointer.ts';
import { type ClientRecord, shows } from './client-record.ts';

/** The fields that a client is known to show but this record does not. An empty text counts as missing. */
export function missingFields(
  { shownFields = {} }: Pick<Target, 'shownFields'>,
  client: string,
  record: ClientRecord,
): string[] {
  const known = shownFields[client] ?? [];
  return known.filter((field) => !shows(record, field) || memberOf(record, field) === '');
}
