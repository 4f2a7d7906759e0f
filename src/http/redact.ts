import { flatten } from '../schema/places.ts';
import { memberOf } from '../schema/pointer.ts';
import type { Schema } from '../schema/schema.ts';
import { wholeLength } from './lighten.ts';

/** A value of JSON in which everything that may be personal is replaced by what kind of thing it was. */
export type Redacted =
  | string
  | number
  | boolean
  | null
  | readonly Redacted[]
  | { readonly [name: string]: Redacted };

/** So many elements of an array, and members of an object, are shown. */
const shownMembers = 400;

/**
 * The value without what may be personal. By structure, never by pattern: shown is only what the description
 * declares and does not mark as personal, and of that only values of a closed vocabulary, dates, identifiers, short
 * numbers, and booleans. Everything else is replaced by its kind and length, but for empty text.
 * @param schema - what the description says of the value; undefined where it says nothing
 */
export function redact(value: unknown, schema: Schema | undefined): Redacted {
  const flat = schema === undefined ? undefined : flatten(schema, value);
  if (flat?.['x-personal'] === true) return kindAndLength(value);
  if (Array.isArray(value)) {
    if (flat?.items === undefined) return kindAndLength(value);
    return value.slice(0, shownMembers).map((element) => redact(element, flat.items));
  }
  if (typeof value === 'object' && value !== null) {
    const names = Object.keys(value).slice(0, shownMembers);
    if (flat?.properties === undefined) return kindAndLength(value);
    return Object.fromEntries(
      names.map((name) => [
        shownName(name, propertyOf(flat, name) !== undefined),
        redact(memberOf(value, name), propertyOf(flat, name)),
      ]),
    );
  }
  return isHarmless(value, flat) ? (value as Redacted) : kindAndLength(value);
}

/** What stands for the name of a member that the description does not know: it may be that of a person. */
export const unknownName = '(an unknown name)';

/** The name of a member that a target chose, where the description knows it. */
export function shownName(name: string, isKnown: boolean): string {
  return isKnown ? name : unknownName;
}

/** The names of an object's members that are known, and how many others there are. */
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
  if (value.length <= longestWord && vocabulary.some((word) => isNear(value, word))) return true;
  return forms[schema.format ?? '']?.test(value) === true;
}

/** A word of a vocabulary with spaces around it may be endless; a longer number may be one to call. */
const longestWord = 60;
const longestNumber = 4;

function isNear(value: string, word: unknown): boolean {
  return typeof word === 'string' && word.toLowerCase() === value.trim().toLowerCase();
}

/** What may be shown where a date or an identifier is declared: also wrong ones, but not a telephone number. */
const forms: Readonly<Record<string, RegExp>> = {
  date: /^\d{1,4}-\d{1,2}-\d{1,4}(T[\d:.Z+-]{1,20})?$/,
  uuid: /^\{?[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}\}?$/i,
};

function kindAndLength(value: unknown): Redacted {
  if (value === null || typeof value === 'boolean' || value === '') return value;
  if (typeof value === 'string') {
    const length = wholeLength(value);
    return `(a string of ${length} character${length === 1 ? '' : 's'})`;
  }
  if (Array.isArray(value)) return `(an array of ${value.length})`;
  if (typeof value === 'object') return `(an object of ${Object.keys(value).length})`;
  return `(a ${typeof value})`;
}
