import { memberOf } from '../schema/pointer.ts';
import type { Specification } from '../specification/specification.ts';
import type { Advice } from '../trace/gap.ts';
import {
  type ChangeableField,
  type ClientRecord,
  changeableFields,
  changedFields,
  isSame,
} from './client-record.ts';
import { normalFormsOf } from './normal-forms.ts';

/** The advice if a client does not show what it was sent. */
export function doubtful(client: string, words: string): Advice {
  const alternative = 'test with writes "all" and clients that are disposable.';
  const why =
    'It may store other values than it shows. Sending back what it shows would destroy them, so nothing more is changed.';
  return [
    `The client ${client} ${words}. ${why} Fix that at the target, or ${alternative}`,
    client,
    alternative,
  ];
}

/**
 * Whether the field shows its original value. A telephone number without its plus sign counts only for a
 * disposable client.
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

/**
 * As `isRestored`, but also accepts a normal form of the original value, such as trimmed: the target itself
 * makes that form.
 */
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
 * The fields of a record that a run may change and put back. A field that the record lacks is left out: once
 * set, it could not be removed.
 */
export function restorable(specification: Specification, record: ClientRecord): ClientRecord {
  const shown = changeableFields(specification).map((field) => [field, memberOf(record, field)] as const);
  return Object.fromEntries(shown.filter(([field, value]) => canBePutBack(specification, field, value)));
}

/** @param isStatusFree - set if the client's `status` may change by itself, so it does not count as lost */
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
  // If a target shows a number without its plus sign, it may refuse the number in that form.
  if (field === 'telephoneNumber') return isStoredAsShown(value) && value.startsWith('+');
  if (field !== 'address') return typeof value === 'boolean' || (isStoredAsShown(value) && value !== '');
  const listed = specification.fieldsOf('Address');
  // A change replaces the whole address, so a line that is stored but not shown would be lost.
  if (!listed.every((line) => Object.hasOwn(value as object, line))) return false;
  const lines = Object.entries(value as object);
  return (
    lines.some(([, line]) => line !== '') &&
    lines.every(([name, line]) => listed.includes(name) && isStoredAsShown(line))
  );
}

/**
 * Whether sending a text back stores the same text. Services may trim texts or remove control characters, and
 * a text that looks masked is not the stored one.
 */
function isStoredAsShown(value: unknown): value is string {
  return typeof value === 'string' && value === value.trim() && !/\p{Cc}/u.test(value) && !looksMasked(value);
}

function looksMasked(text: string): boolean {
  return /[*∗＊•●█…]|x{3}|\.{3}$/i.test(text);
}
