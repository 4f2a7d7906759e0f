import { flatten } from '../schema/places.ts';
import { childPointer, memberOf } from '../schema/pointer.ts';
import type { Schema } from '../schema/schema.ts';
import { nearTo } from '../validation/words.ts';
import { isMadeUp, longestMadeUp, type MadeUp, type OwnValues, shownBesideOwn } from './made-up.ts';

/** A JSON value in which everything that may be personal is replaced by its form or type. */
export type Redacted =
  | string
  | number
  | boolean
  | null
  | readonly Redacted[]
  | { readonly [name: string]: Redacted };

/** The maximum number of array elements and object members that are shown. */
const shownMembers = 400;

/**
 * Redacts a value by structure, never by pattern. Shown are only members that the description declares and does not
 * mark as personal, and of those only enum values and their variants, dates, identifiers, short numbers,
 * booleans and empty texts, and what the suite made up.
 * Everything else is replaced by its form, or its type and length.
 * @param schema - of the value; undefined if the description has none
 */
export function redact(value: unknown, schema: Schema | undefined, madeUp?: MadeUp, pointer = ''): Redacted {
  if (madeUp !== undefined && isMadeUp(value, madeUp, pointer)) return asMadeUp(value);
  const flat = schema === undefined ? undefined : flatten(schema, value);
  if (flat?.['x-personal'] === true) return kindAndLength(value, flat, madeUp, pointer);
  if (Array.isArray(value)) {
    if (flat?.items === undefined) return kindAndLength(value);
    return value
      .slice(0, shownMembers)
      .map((element, index) => redact(element, flat.items, madeUp, childPointer(pointer, index)));
  }
  if (typeof value === 'object' && value !== null) {
    const names = Object.keys(value).slice(0, shownMembers);
    if (flat?.properties === undefined) return kindAndLength(value);
    return Object.fromEntries(
      names.map((name) => {
        const [schemaOfMember, at] = [propertyOf(flat, name), childPointer(pointer, name)];
        const isKnown = schemaOfMember !== undefined || madeUp?.at.has(at) === true;
        return [shownName(name, isKnown), redact(memberOf(value, name), schemaOfMember, madeUp, at)];
      }),
    );
  }
  return isHarmless(value, flat) ? (value as Redacted) : kindAndLength(value, flat, madeUp, pointer);
}

function asMadeUp(value: unknown): Redacted {
  if (typeof value === 'string' && value.length > longestMadeUp) return kindAndLength(value);
  if (Array.isArray(value)) return value.map(asMadeUp);
  if (typeof value !== 'object' || value === null) return value as Redacted;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asMadeUp(member)]));
}

/** Replaces the name of an undescribed member, which may be personal. */
export const unknownName = '(an unknown name)';

/** The name of a member that a target chose, if the description knows it. */
export function shownName(name: string, isKnown: boolean): string {
  return isKnown ? name : unknownName;
}

/** The known names of an object's members, and the number of unknown ones. */
export function shownNames(value: object, known: ReadonlySet<string>): string[] {
  const names = Object.keys(value);
  const shown = names.filter((name) => known.has(name));
  const others = names.length - shown.length;
  if (others === 0) return shown;
  return [...shown, others === 1 ? unknownName : `(${others} unknown names)`];
}

function propertyOf(schema: Schema, name: string): Schema | undefined {
  return Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name] : undefined;
}

function isHarmless(value: unknown, schema: Schema | undefined): boolean {
  if (value === null || typeof value === 'boolean') return true;
  if (schema === undefined) return false;
  const vocabulary = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  const isDecided = vocabulary.length > 0 || schema.type !== undefined;
  if (typeof value === 'number') return isDecided && String(value).length <= longestNumber;
  if (typeof value !== 'string') return false;
  if (value.length <= longestWord && nearTo(vocabulary, value) !== undefined) return true;
  return forms[schema.format ?? '']?.test(value) === true;
}

/** An enum value surrounded by spaces may be of any length. A longer number may be a telephone number. */
const longestWord = 60;
const longestNumber = 4;

/**
 * Texts that may be shown where a date or an identifier is declared. Includes malformed ones, but not telephone
 * numbers.
 */
const forms: Readonly<Record<string, RegExp>> = {
  date: /^\d{1,4}-\d{1,2}-\d{1,4}(T[\d:.Z+-]{1,20})?$/,
  uuid: /^\{?[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}\}?$/i,
};

function kindAndLength(value: unknown, schema?: Schema, madeUp?: MadeUp, pointer = ''): Redacted {
  if (value === null || typeof value === 'boolean' || value === '' || value === 0) return value;
  if (typeof value === 'object' && Object.keys(value).length === 0) return Array.isArray(value) ? [] : {};
  const own: OwnValues = madeUp?.at.get(pointer) ?? new Map();
  if (typeof value === 'string')
    return shownBesideOwn(value, own, formOf, madeUp?.ofTarget) ?? formOf(value, schema);
  if (Array.isArray(value)) return `(an array of ${value.length})`;
  if (typeof value === 'object') return `(an object of ${Object.keys(value).length})`;
  // A number that was made of a text.
  if (typeof value === 'number' && [...own.values()].includes(String(value))) return value;
  return typeof value === 'number' ? `(a number of ${digitsIn(value)})` : `(a ${typeof value})`;
}

/**
 * Characters; of a longer text, only the length is shown. The form of an identifier or a token could identify it.
 * Where the description states a pattern, or an e-mail address, the form shows what is wrong.
 */
const longestForm = 24;
const longestStatedForm = 60;

/** Explains the forms of texts to a reader. */
export const legendOfForms =
  'Values are masked, except those that the run made up: x is a letter, 9 a digit, ? a character beyond ASCII.';

/** What programs write for values of their own, which identifies nobody. */
const ofPrograms = /^(null|undefined|none|nan|true|false|\[object object\])$/i;

/**
 * The form of a text: `99/99/9999` for a date, `Xxxxx` for a name. Zeros at the beginning stay, since rules are about
 * them, and so does ASCII punctuation, which identifies nobody.
 */
export function formOf(text: string, { format, pattern }: Schema = {}): string {
  const longest = format === 'email' || pattern !== undefined ? longestStatedForm : longestForm;
  if (text.length > longest) return `(a string of ${text.length} characters)`;
  return ofPrograms.test(text) ? text : formOfEach(text);
}

/** The form of each character, however long the text is. */
export function formOfEach(text: string): string {
  return text
    .replaceAll(/\p{Lu}/gu, 'X')
    .replaceAll(/(?!X)\p{L}/gu, 'x')
    .replaceAll(/(?<!^[+0.,]*)\p{N}|[^\P{N}0]/gu, '9')
    .replaceAll(/[^ -~]/gu, '?');
}

function digitsIn(number: number): string {
  const digits = Math.trunc(Math.abs(number)).toString().length;
  return Math.abs(number) >= 1e21 ? 'more than 21 digits' : `${digits} digit${digits === 1 ? '' : 's'}`;
}
