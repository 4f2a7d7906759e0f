import { isObject } from '../schema/json.ts';
import { memberOf } from '../schema/pointer.ts';
import { percentDecoded } from './percent-decoding.ts';

interface Words {
  readonly words: readonly string[];
  readonly places: readonly (readonly [start: number, end: number])[];
}

/** Splits a text into words of letters and digits. Escapes of JSON, HTML and URLs are decoded first. */
export function readWords(text: string): Words {
  const words: string[] = [];
  const places: (readonly [number, number])[] = [];
  const read = plain(text);
  const word = /[\p{L}\p{N}]+/gu;
  // Not `matchAll`, which takes twice as long for a report of many words.
  for (let found = word.exec(read); found !== null; found = word.exec(read)) {
    words.push(found[0]);
    places.push([found.index, word.lastIndex]);
  }
  return { words, places };
}

export type Phrases = ReadonlyMap<string, readonly (readonly string[])[]>;

export function phrasesOf(texts: Iterable<string>): Phrases {
  const phrases = [...texts].map((text) => readWords(text).words).filter((words) => words.length > 0);
  return Map.groupBy(phrases, ([first = '']) => first);
}

/**
 * The maximum number of other characters between two words of a phrase, such as a line break and an indent.
 */
const maxGap = 8;

export function phrasesIn({ words, places }: Words, phrases: Phrases): (readonly string[])[] {
  const isThere = (phrase: readonly string[], at: number): boolean =>
    phrase.every((word, index) => {
      if (words[at + index] !== word) return false;
      const before = places[at + index - 1]?.[1] ?? 0;
      return index === 0 || (places[at + index]?.[0] ?? 0) - before <= maxGap;
    });
  return words.flatMap((word, at) => (phrases.get(word) ?? []).filter((phrase) => isThere(phrase, at)));
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function plain(text: string): string {
  return text
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\[nrtbf"\\/]/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? ' ')
    .replaceAll(/&#(x?)([0-9a-f]{1,6});/gi, (whole, x: string, digits: string) => {
      const code = Number.parseInt(digits, x === '' ? 10 : 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replaceAll(/(?:%[0-9a-f]{2})+/gi, (escaped) => percentDecoded(escaped, ' '));
}

/**
 * Yields the texts in a record that may identify a person: e-mail addresses, telephone numbers, names,
 * addresses and identity numbers. They are recognised by their form, so common words are not included. Texts
 * that a report shows anyway are left out.
 * @param shown - the redacted value
 */
export function* personalTexts(
  value: unknown,
  shown: unknown,
  name = '',
  levels = maxRecordDepth,
): Iterable<string> {
  if (levels === 0) return;
  if (typeof value === 'string') {
    const text = value.trim();
    if (value !== shown && isPersonal(text, name)) yield text;
  } else if (Array.isArray(value)) {
    const elements = Array.isArray(shown) ? shown : [];
    for (const [index, element] of value.entries())
      yield* personalTexts(element, elements[index], name, levels - 1);
  } else if (isObject(value)) {
    const members = isObject(shown) ? shown : {};
    for (const member of Object.keys(value)) {
      const here = memberOf(value, member);
      // Test the value before recursing: most members of a large record are not such texts.
      if (typeof here === 'object' || mayBePersonal(here))
        yield* personalTexts(here, memberOf(members, member), member, levels - 1);
    }
  }
}

/** A real record is never this deep, but a hostile value may be. */
export const maxRecordDepth = 64;

const minLength = 7;

/** A longer text is prose, which may start with any words. */
const maxLength = 100;

/**
 * Whether a value is a short text that may identify a person: it has a capital letter or an `@`, or begins
 * like a number.
 */
function mayBePersonal(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const text = value.trim();
  return text.length <= maxLength && /[\p{Lu}@]|^[+\d]/u.test(text);
}

function isPersonal(text: string, name: string): boolean {
  if (text.length < minLength || text.length > maxLength || harmlessForms.test(text)) return false;
  const digits = text.match(/\d/g)?.length ?? 0;
  if (/^[+\d][\d\s()./-]+$/.test(text)) return digits >= 10;
  if (personalForms.some((form) => form.test(text))) return true;
  const capitals = text.match(/(?<![\p{L}\p{N}])\p{Lu}/gu)?.length ?? 0;
  if (capitals >= 2) return /^[\p{L}\p{M}\s'’.,&-]+$/u.test(text);
  return capitals === 1 && text.length >= 8 && /name$/i.test(name);
}

/** The forms of an e-mail address, a street with a number, a postcode, and a National Insurance number. */
const personalForms: readonly RegExp[] = [
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  /^\d{1,4}[A-Za-z]?(,? \p{Lu}[\p{L}'’-]+)+$/u,
  /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/,
  /^[A-Z]{2}\d{6}[A-D]$/,
];

/** The forms of dates and identifiers, which are not personal: reports show them. */
const harmlessForms = /^(\{?[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}\}?|\d{1,4}-\d{1,2}-\d{1,4}(T.*)?)$/i;
