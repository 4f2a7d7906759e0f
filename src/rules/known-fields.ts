import type { Target } from '../harness/target.ts';
import { memberOf } from '../schema/pointer.ts';
import { type ClientRecord, shows } from './client-record.ts';

/** What a client is known to show, and does not; an empty text is as good as none. */
export function missingFields(
  { shownFields = {} }: Pick<Target, 'shownFields'>,
  client: string,
  record: ClientRecord,
): string[] {
  const known = shownFields[client] ?? [];
  return known.filter((field) => !shows(record, field) || memberOf(record, field) === '');
}
