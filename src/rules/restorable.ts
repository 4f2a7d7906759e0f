import { memberOf } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';
import {
  type ChangeableField,
  type ClientRecord,
  changeableFields,
  changedFields,
  isSame,
} from './client-record.ts';

/** Whether a record shows what another showed of a field, to the letter. */
export function isRestored(
  specification: Specification,
  field: string,
  original: ClientRecord,
  shown: ClientRecord,
): boolean {
  if (field === 'telephoneNumber') return memberOf(original, field) === memberOf(shown, field);
  return isSame(specification, field, original, shown);
}

/**
 * The part of a record that the interface can put back once it was changed: what can be changed, is shown, and is
 * such that a target has no reason to take it for something else. A field that is not shown cannot be unset again,
 * and neither can a line of an address.
 */
export function restorable(specification: Specification, record: ClientRecord): ClientRecord {
  const shown = changeableFields(specification).map((field) => [field, memberOf(record, field)] as const);
  return Object.fromEntries(shown.filter(([field, value]) => canBePutBack(specification, field, value)));
}

/**
 * What of a record is shown otherwise now, and cannot be put back.
 * @param isStatusFree - whether the status moves of itself, so that it is not lost by a change
 */
export function lostFields(
  specification: Specification,
  record: ClientRecord,
  shown: ClientRecord,
  isStatusFree = false,
): string[] {
  const back = restorable(specification, record);
  return changedFields(specification, record, shown).filter(
    (field) => !Object.hasOwn(back, field) && !(isStatusFree && field === 'status'),
  );
}

function canBePutBack(specification: Specification, field: ChangeableField, value: unknown): boolean {
  if (value === undefined || specification.validate('ClientPatch', { [field]: value }).length > 0)
    return false;
  // Shown without its plus sign, it may be refused when it is sent without one.
  if (field === 'telephoneNumber') return isPlain(value) && value.startsWith('+');
  if (field !== 'address') return typeof value === 'boolean' || (isPlain(value) && value !== '');
  const listed = specification.fieldsOf('Address');
  // It is replaced as a whole: a line that the target keeps, but does not show, would be lost.
  if (!listed.every((line) => Object.hasOwn(value as object, line))) return false;
  const lines = Object.entries(value as object);
  return (
    lines.some(([, line]) => line !== '') &&
    lines.every(([name, line]) => listed.includes(name) && isPlain(line))
  );
}

/**
 * A text that is taken as it is: some trim what they are sent, or take control characters out. Where
 * the target hides something, the text is not what the target holds.
 */
function isPlain(value: unknown): value is string {
  return typeof value === 'string' && value === value.trim() && !/\p{Cc}/u.test(value) && !looksHidden(value);
}

/** Whether a text looks like one that is not shown in full: with stars or bullets in it, or cut with an ellipsis. */
function looksHidden(text: string): boolean {
  return /[*∗＊•●█…]|x{3}|\.{3}$/i.test(text);
}
