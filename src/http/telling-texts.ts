import { isObject } from '../schema/json.ts';
import { memberOf } from '../schema/pointer.ts';

/**
 * The texts in a record that identify a person: e-mail addresses, telephone numbers, names, addresses and identity
 * numbers. Recognised by form, so common words are not included. Texts that a report shows are left out.
 * @param shown - the redacted value
 */
export function* tellingTexts(
  value: unknown,
  shown: unknown,
  name = '',
  levels = mostLevels,
): Iterable<string> {
  if (levels === 0) return;
  if (typeof value === 'string') {
    const text = value.trim();
    if (value !== shown && isTelling(text, name)) yield text;
  } else if (Array.isArray(value)) {
    const elements = Array.isArray(shown) ? shown : [];
    for (const [index, element] of value.entries())
      yield* tellingTexts(element, elements[index], name, levels - 1);
  } else if (isObject(value)) {
    const members = isObject(shown) ? shown : {};
    for (const member of Object.keys(value)) {
      const here = memberOf(value, member);
      // Skips members early: most of a large record are not such texts.
      if (typeof here === 'object' || mayTell(here))
        yield* tellingTexts(here, memberOf(members, member), member, levels - 1);
    }
  }
}

/** No record is this deep, but a hostile value may be. */
export const mostLevels = 64;

const shortest = 7;

/** Longer texts are prose, which may start with any words. */
const longest = 100;

/** Whether a value is a short text that may identify somebody: with a capital or an `@`, or starting like a number. */
function mayTell(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const text = value.trim();
  return text.length <= longest && /[\p{Lu}@]|^[+\d]/u.test(text);
}

function isTelling(text: string, name: string): boolean {
  if (text.length < shortest || text.length > longest || identifiers.test(text)) return false;
  const digits = text.match(/\d/g)?.length ?? 0;
  if (/^[+\d][\d\s()./-]+$/.test(text)) return digits >= 10;
  if (forms.some((form) => form.test(text))) return true;
  const capitals = text.match(/(?<![\p{L}\p{N}])\p{Lu}/gu)?.length ?? 0;
  if (capitals >= 2) return /^[\p{L}\p{M}\s'’.,&-]+$/u.test(text);
  return capitals === 1 && text.length >= 8 && /name$/i.test(name);
}

/** An e-mail address, a street with its number, a postcode and a National Insurance number. */
const forms: readonly RegExp[] = [
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  /^\d{1,4}[A-Za-z]?(,? \p{Lu}[\p{L}'’-]+)+$/u,
  /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/,
  /^[A-Z]{2}\d{6}[A-D]$/,
];

/** Dates and identifiers, which reports show elsewhere. */
const identifiers = /^(\{?[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}\}?|\d{1,4}-\d{1,2}-\d{1,4}(T.*)?)$/i;
