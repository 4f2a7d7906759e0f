import { flatten } from '../schema/places.ts';
import { childPointer, memberOf } from '../schema/pointer.ts';
import { type Schema, tagsOf } from '../schema/schema.ts';
import { nearTo } from '../validation/words.ts';
import { isMadeUp, type MadeUp, maxMadeUpLength, type OwnValues, withForeignWordsMasked } from './made-up.ts';

/**
 * A JSON value without personal data: a text that may be personal is replaced by its form, such as `Xxxxx`,
 * or by its type.
 */
export type Redacted =
  | string
  | number
  | boolean
  | null
  | readonly Redacted[]
  | { readonly [name: string]: Redacted };

const maxShownMembers = 400;

/**
 * Redacts a value. Shows only members that the description declares and does not mark as personal, and of these only
 * values that the suite made up, enum values (or variants of one), dates, identifiers, short numbers, booleans and
 * empty texts. Replaces every other value by its form, or by its type and length.
 * @param schema - the schema of the value; undefined if the description has none
 */
export function redact(value: unknown, schema: Schema | undefined, madeUp?: MadeUp, pointer = ''): Redacted {
  if (madeUp !== undefined && isMadeUp(value, madeUp, pointer)) return shownMadeUp(value);
  const flat = schema === undefined ? undefined : flatten(schema, value);
  if (flat?.['x-personal'] === true) return kindAndLength(value, flat, madeUp, pointer);
  if (Array.isArray(value)) {
    if (flat?.items === undefined) return kindAndLength(value);
    return value
      .slice(0, maxShownMembers)
      .map((element, index) => redact(element, flat.items, madeUp, childPointer(pointer, index)));
  }
  if (typeof value === 'object' && value !== null) {
    if (flat?.properties === undefined) return tagOf(value, flat, pointer, madeUp) ?? kindAndLength(value);
    const names = Object.keys(value).slice(0, maxShownMembers);
    return Object.fromEntries(
      names.map((name) => {
        const at = childPointer(pointer, name);
        const schemaOfMember = memberOf(flat.properties, name) as Schema | undefined;
        const isKnown = schemaOfMember !== undefined || madeUp?.at.has(at) === true;
        return [isKnown ? name : unknownName, redact(memberOf(value, name), schemaOfMember, madeUp, at)];
      }),
    );
  }
  return isHarmless(value, flat) ? (value as Redacted) : kindAndLength(value, flat, madeUp, pointer);
}

/** Shows the tag alone of an object whose tag names none of the union's branches: the tag is what is wrong. */
function tagOf(
  value: object,
  schema: Schema | undefined,
  pointer: string,
  madeUp: MadeUp | undefined,
): Redacted | undefined {
  const name = schema?.discriminator?.propertyName;
  if (schema === undefined || name === undefined || !Object.hasOwn(value, name)) return undefined;
  const vocabulary = { enum: tagsOf(schema) };
  return { [name]: redact(memberOf(value, name), vocabulary, madeUp, childPointer(pointer, name)) };
}

function shownMadeUp(value: unknown): Redacted {
  const shown = (_name: string, one: unknown): unknown =>
    typeof one === 'string' && one.length > maxMadeUpLength ? kindAndLength(one) : one;
  return JSON.parse(JSON.stringify(value, shown));
}

/** Replaces a member name that the description does not have: such a name may be personal. */
export const unknownName = '(an unknown name)';

export function shownNames(value: object, known: ReadonlySet<string>): string[] {
  const names = Object.keys(value);
  const shown = names.filter((name) => known.has(name));
  const others = names.length - shown.length;
  if (others === 0) return shown;
  return [...shown, others === 1 ? unknownName : `(${others} unknown names)`];
}

function isHarmless(value: unknown, schema: Schema | undefined): boolean {
  if (value === null || typeof value === 'boolean') return true;
  if (schema === undefined) return false;
  const vocabulary = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  const isDecided = vocabulary.length > 0 || schema.type !== undefined;
  if (typeof value === 'number') return isDecided && String(value).length <= maxNumberDigits;
  if (typeof value !== 'string') return false;
  if (value.length <= maxEnumLength && nearTo(vocabulary, value) !== undefined) return true;
  return harmlessForms[schema.format ?? '']?.test(value) === true;
}

/** Longer values are masked: they may be personal, such as a telephone number. */
const maxEnumLength = 60;
const maxNumberDigits = 4;

/** By `format`, the values that a report shows unmasked. They may be malformed, such as `2024-1-5`. */
const harmlessForms: Readonly<Record<string, RegExp>> = {
  date: /^\d{1,4}-\d{1,2}-\d{1,4}(T[\d:.Z+-]{1,20})?$/,
  uuid: /^\{?[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}\}?$/i,
};

function kindAndLength(value: unknown, schema?: Schema, madeUp?: MadeUp, pointer = ''): Redacted {
  if (value === null || typeof value === 'boolean' || value === '') return value;
  if (typeof value === 'object' && Object.keys(value).length === 0) return Array.isArray(value) ? [] : {};
  const own: OwnValues = madeUp?.at.get(pointer) ?? new Map();
  if (typeof value === 'string')
    return withForeignWordsMasked(value, own, formOf, madeUp?.ofTarget) ?? formOf(value, schema);
  if (Array.isArray(value)) return `(an array of ${value.length})`;
  if (typeof value === 'object') return `(an object of ${Object.keys(value).length})`;
  if (typeof value !== 'number') return `(a ${typeof value})`;
  // A single digit identifies nobody. Nor does a number that the target made of a made-up text.
  const isShown =
    /^-?\d$/.test(String(value)) || [...own.values()].some(({ letters }) => letters === String(value));
  return isShown ? value : `(a number ${sizeOf(value)})`;
}

/**
 * The maximum length of a text that is shown as its form. A longer text is shown only as its length, since the form of
 * an identifier or a token could identify it. More is shown of e-mail addresses and texts with a pattern: the form
 * shows what is wrong.
 */
const maxFormLength = 24;
const maxDescribedFormLength = 60;

export const legendOfForms =
  'Texts of the target are masked: x is a letter, 9 a digit, ? a character beyond ASCII. Dates, identifiers, enum values and what the run made up are shown.';

/** Texts that programs write for special values, such as `null` and `UNKNOWN`. They identify nobody. */
export function isProgramLiteral(text: string): boolean {
  return /^(null|nil|undefined|none|nan|true|false|unknown|n\/a|(un|not |not_)(defined|specified|set|known|available|applicable)|empty|default|invalid|error|missing|redacted|deleted|removed|anonymi[sz]ed|tb[cd]|-|\[object object\])$/i.test(
    text,
  );
}

/**
 * The form of a text: `99/99/9999` for a date, `Xxxxx` for a name. Leading zeros stay, since requirements are
 * about them. ASCII punctuation stays too: it identifies nobody.
 */
export function formOf(text: string, { format, pattern }: Schema = {}): string {
  const longest = format === 'email' || pattern !== undefined ? maxDescribedFormLength : maxFormLength;
  if (text.length > longest) return `(a string of ${text.length} characters)`;
  return isProgramLiteral(text) ? text : formOfEach(text);
}

/** The length of a text. For the mask `(a string of 12 characters)`, that is 12. */
export function lengthOf(text: string): number {
  return Number(lengthMask.exec(text)?.[1] ?? text.length);
}

const lengthMask = /^\(a string of (\d+) characters\)$/;

export function isMasked(text: string): boolean {
  return lengthMask.test(text) || /^[Xx9?\s\p{P}\p{S}]*$/u.test(text);
}

export function formOfEach(text: string): string {
  return text
    .replaceAll(/\p{Lu}/gu, 'X')
    .replaceAll(/(?!X)\p{L}/gu, 'x')
    .replaceAll(/(?<!^[+0.,]*)\p{N}|[^\P{N}0]/gu, '9')
    .replaceAll(/[^ -~]/gu, '?');
}

function sizeOf(number: number): string {
  const digits = Math.trunc(Math.abs(number)).toString().length;
  if (Math.abs(number) >= 1e21) return 'of more than 21 digits';
  return digits === 1 ? 'below 10' : `of ${digits} digits`;
}
