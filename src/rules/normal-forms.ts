import { normalisedLetters } from '../http/made-up.ts';
import { isObject } from '../schema/json.ts';
import { childPointer, memberOf } from '../schema/pointer.ts';

/**
 * A conversion that, according to a public standard, keeps the meaning of a text, such as Unicode
 * normalization.
 */
interface NormalForm {
  readonly requirement: string;
  /** Completes "is kept …". */
  readonly words: string;
  readonly at?: RegExp;
  readonly makes: readonly ((text: string) => string)[];
  /**
   * Set if the target may store a text other than the one it shows: a page of HTML, for example, shows
   * several spaces as one. Such a value must not be put back.
   */
  readonly hidesOthers?: true;
}

const normalForms: readonly NormalForm[] = [
  {
    requirement: 'text-normalization-form',
    words: 'in the normalization form C',
    makes: [(text) => text.normalize('NFC')],
  },
  {
    requirement: 'text-spaces',
    words: 'without the spaces around it',
    makes: [(text) => text.trim(), (text) => text.trimStart(), (text) => text.trimEnd()],
  },
  {
    requirement: 'text-spaces',
    words: 'with plain single spaces',
    hidesOthers: true,
    // Only spaces (Unicode category Zs) are converted, not tabs or line breaks.
    makes: [
      (text) => text.replaceAll(/ +/g, ' '),
      (text) => text.replaceAll(/\p{Zs}/gu, ' '),
      (text) => text.replaceAll(/\p{Zs}+/gu, ' '),
    ],
  },
  {
    requirement: 'text-line-breaks',
    words: 'with line feeds for other line breaks',
    makes: [(text) => text.replaceAll(/\r\n?/g, '\n')],
  },
  {
    requirement: 'email-letter-case',
    words: 'in lower case',
    at: /^\/emailAddress$/,
    makes: [(text) => text.toLowerCase(), (text) => text.replace(/^[^@]*/, (local) => local.toLowerCase())],
  },
  {
    requirement: 'postcode-form',
    words: 'as postcodes are usually written',
    at: /^\/address\/postcode$/,
    makes: [(text) => text.toUpperCase(), spacedPostcode, (text) => spacedPostcode(text.toUpperCase())],
  },
];

export const rowsOfNormalForms: readonly string[] = [
  ...new Set(normalForms.map(({ requirement }) => requirement)),
];

export function normalFormsOf(pointer: string, sent: unknown, shown: unknown): readonly NormalForm[] {
  if (isObject(sent) && isObject(shown)) {
    const found = Object.keys({ ...sent, ...shown })
      .map(
        (name) =>
          [childPointer(pointer, name), memberOf(sent, name) ?? '', memberOf(shown, name) ?? ''] as const,
      )
      .filter(([, one, other]) => one !== other)
      .map(([at, one, other]) => normalFormsOf(at, one, other));
    return found.some((forms) => forms.length === 0) ? [] : [...new Set(found.flat())];
  }
  if (typeof sent !== 'string' || typeof shown !== 'string') return [];
  // Of letters and digits, a form changes the case at most, so texts that differ in more need no try.
  if (normalisedLetters(sent) !== normalisedLetters(shown)) return [];
  let made: readonly (readonly [text: string, by: readonly NormalForm[]])[] = [[sent, []]];
  for (const form of normalForms.filter(({ at = /./ }) => at.test(pointer))) {
    const further = made.flatMap(([text, by]) =>
      form.makes
        .map((make) => make(text))
        .filter((one) => one !== text)
        .map((one) => [one, [...by, form]] as const),
    );
    made = [...made, ...further];
  }
  // The first match uses the fewest forms.
  return made.find(([text]) => text === shown)?.[1] ?? [];
}

/** Royal Mail writes postcodes in capitals, with a space before the last three characters. */
function spacedPostcode(text: string): string {
  const letters = text.replaceAll(' ', '');
  return `${letters.slice(0, -3)} ${letters.slice(-3)}`;
}
