import { isDeepStrictEqual } from 'node:util';
import type { Reply } from '../harness/session.ts';
import { masked } from '../http/masking.ts';
import { memberOf } from '../schema/pointer.ts';
import { schemaNamed } from '../specification/description.ts';
import type { components } from '../specification/interface.ts';
import { validate } from '../validation/validate.ts';

/** A client record, or a part of one, as a target shows it. */
export type ClientRecord = Readonly<Record<string, unknown>>;

/** The record that an answer shows; undefined where it shows none. */
export function recordIn({ status, body }: Pick<Reply, 'status' | 'body'>): ClientRecord | undefined {
  if (status < 200 || status > 299 || body.kind !== 'json') return undefined;
  const { value } = body;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && isWithin(value, deepest) ? (value as ClientRecord) : undefined;
}

/** Nothing that is described of a client is as deep, and what is much deeper could not be kept. */
const deepest = 100;

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isWithin(member, levels - 1));
}

/** A field of a client that can be changed (interface 4.2). */
export type ChangeableField = keyof components['schemas']['ClientPatch'];

/** The fields of a client that can be changed, in the description's order. */
export const changeableFields = namesIn('ClientPatch') as readonly ChangeableField[];

/** Every field of a client that the documents list (interface 2.2). */
export const clientFields: readonly string[] = namesIn('Client');

/** Every field of an address (interface 2.3). */
export const addressFields: readonly string[] = namesIn('Address');

const preferences = namesIn('CommunicationPreferences');

function namesIn(schemaName: string): readonly string[] {
  return Object.keys(schemaNamed(schemaName).properties ?? {});
}

/** Whether a record shows the field: null is how some say that there is nothing to show. */
export function shows(record: ClientRecord, field: string): boolean {
  const value = memberOf(record, field);
  return value !== undefined && value !== null;
}

/** Whether two records show the same of a field, or neither shows it. */
export function isSame(field: string, one: ClientRecord, other: ClientRecord): boolean {
  const values = [one, other].map((record) => comparable(field, memberOf(record, field)));
  return isDeepStrictEqual(values[0], values[1]);
}

/** Whether a record shows what another showed of a field, to the letter. */
export function isRestored(field: string, original: ClientRecord, shown: ClientRecord): boolean {
  if (field === 'telephoneNumber') return memberOf(original, field) === memberOf(shown, field);
  return isSame(field, original, shown);
}

/** The fields of a client that two readings show otherwise. */
export function changedFields(before: ClientRecord, after: ClientRecord): string[] {
  return clientFields.filter((field) => !isSame(field, before, after));
}

/** A value in the form in which two of one meaning are equal. */
function comparable(field: string, value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  // An address of an image may be signed anew for each answer, or made from the name: only that there is one counts.
  if (field === 'avatarUrl') return value !== '';
  // Whether the plus sign is a part of the number is open.
  if (/[tT]elephoneNumber$/.test(field) && typeof value === 'string') return value.replace(/^\+/, '');
  // What the documents do not list may be anything, and differ from one answer to the next.
  if (field === 'communicationPreferences') return preferences.map((name) => memberOf(value, name));
  // Which lines an address has is open, and so is how one says that there is nothing in a line.
  if (field === 'address') return addressFields.map((name) => lineOf(memberOf(value, name)));
  return value;
}

function lineOf(value: unknown): unknown {
  return value === undefined || value === null ? '' : value;
}

/**
 * The part of a record that the interface can put back once it was changed: what can be changed, is shown, and is
 * such that a target has no reason to take it for something else. A field that is not shown cannot be unset again,
 * and neither can a line of an address.
 */
export function restorable(record: ClientRecord): ClientRecord {
  const shown = changeableFields.map((field) => [field, memberOf(record, field)] as const);
  return Object.fromEntries(shown.filter(([field, value]) => canBePutBack(field, value)));
}

/** What of a record is shown otherwise now, and cannot be put back. */
export function lostFields(record: ClientRecord, shown: ClientRecord): string[] {
  const back = restorable(record);
  return changedFields(record, shown).filter((field) => !Object.hasOwn(back, field));
}

function canBePutBack(field: ChangeableField, value: unknown): boolean {
  if (value === undefined || validate('ClientPatch', { [field]: value }).length > 0) return false;
  // Shown without its plus sign, it may be refused when it is sent without one.
  if (field === 'telephoneNumber') return isPlain(value) && value.startsWith('+');
  if (field !== 'address') return isPlain(value) && value !== '';
  // It is replaced as a whole: a line that the target keeps, but does not show, would be lost.
  if (!addressFields.every((line) => Object.hasOwn(value as object, line))) return false;
  const lines = Object.entries(value as object);
  return lines.some(([, line]) => line !== '') && lines.every(isPlainLine);
}

function isPlainLine([name, line]: readonly [string, unknown]): boolean {
  return addressFields.includes(name) && isPlain(line);
}

/**
 * A text that is taken as it is: some trim what they are sent, or take control characters out. Where a token stood, the
 * text is no longer what the target holds.
 */
function isPlain(value: unknown): value is string {
  return (
    typeof value === 'string' && value === value.trim() && !/\p{Cc}/u.test(value) && !value.includes(masked)
  );
}
