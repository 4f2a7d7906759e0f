import { memberOf } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';
import {
  type ChangeableField,
  type ClientRecord,
  changeableFields,
  changedFields,
  isSame,
} from './client-record.ts';
import { normalFormsOf } from './normal-forms.ts';

/** Of a target that does not show what it is sent. */
export const whyNothingMoreIsChanged =
  'It may store other values than it shows. Sending back what it shows would destroy them, so nothing more is changed. Fix that at the target, or test with writes "all" and clients that are disposable.';

/**
 * Whether a record shows the original value of a field. Whether a telephone number has its plus sign is never judged,
 * but a client that is not disposable gets it back.
 */
export function isRestored(
  specification: Specification,
  field: string,
  original: ClientRecord,
  shown: ClientRecord,
  isDisposable: boolean,
): boolean {
  if (field === 'telephoneNumber' && !isDisposable)
    return memberOf(original, field) === memberOf(shown, field);
  return isSame(specification, field, original, shown);
}

/** As `isRestored`, or in a form in which stores commonly keep the value: the target makes that form of what it is sent. */
export function isKept(
  specification: Specification,
  field: string,
  original: ClientRecord,
  shown: ClientRecord,
  isDisposable: boolean,
): boolean {
  if (isRestored(specification, field, original, shown, isDisposable)) return true;
  const forms = normalFormsOf(`/${field}`, memberOf(original, field), memberOf(shown, field));
  return forms.length > 0 && !forms.some(({ hidesOthers }) => hidesOthers === true);
}

/**
 * The part of a record that the interface can restore after a change: fields that are changeable, shown, and unlikely
 * to be altered by the target. A field that is not shown cannot be unset again, and neither can a line of an address.
 */
export function restorable(specification: Specification, record: ClientRecord): ClientRecord {
  const shown = changeableFields(specification).map((field) => [field, memberOf(record, field)] as const);
  return Object.fromEntries(shown.filter(([field, value]) => canBePutBack(specification, field, value)));
}

/**
 * The fields that now differ from the record and cannot be restored.
 * @param isStatusFree - whether the status moves by itself and so does not count as lost
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
  // A number that is shown without its plus sign may be refused when it is sent back that way.
  if (field === 'telephoneNumber') return isPlain(value) && value.startsWith('+');
  if (field !== 'address') return typeof value === 'boolean' || (isPlain(value) && value !== '');
  const listed = specification.fieldsOf('Address');
  // The address is replaced as a whole: a line that the target stores but does not show would be lost.
  if (!listed.every((line) => Object.hasOwn(value as object, line))) return false;
  const lines = Object.entries(value as object);
  return (
    lines.some(([, line]) => line !== '') &&
    lines.every(([name, line]) => listed.includes(name) && isPlain(line))
  );
}

/**
 * Whether a text is stored unchanged: some services trim texts or remove control characters. A text that looks masked
 * is not the stored value.
 */
function isPlain(value: unknown): value is string {
  return typeof value === 'string' && value === value.trim() && !/\p{Cc}/u.test(value) && !looksHidden(value);
}

/** Whether a text looks masked or shortened: it contains stars or bullets, or ends with an ellipsis. */
function looksHidden(text: string): boolean {
  return /[*∗＊•●█…]|x{3}|\.{3}$/i.test(text);
}
