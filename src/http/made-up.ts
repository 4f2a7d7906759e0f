import { childPointer } from '../schema/pointer.ts';

/**
 * Values that the suite made up, each with the form in which texts are compared. They identify nobody, so a
 * report may show them.
 */
export type OwnValues = ReadonlyMap<unknown, NormalisedText>;

export interface NormalisedText {
  /** The letters and digits of the text in lower case. */
  readonly letters: string;
  /** The words of the text, each reduced to its letters and digits in lower case, without leading zeros. */
  readonly words: readonly string[];
}

export function normalisedText(value: unknown): NormalisedText {
  return {
    letters: normalisedLetters(value),
    words: wordsOf(String(value)).map((word) => withoutLeadingZeros(normalisedLetters(word))),
  };
}

export interface MadeUp {
  readonly all: OwnValues;
  /** The values that were sent at a JSON pointer. */
  readonly at: ReadonlyMap<string, OwnValues>;
  /**
   * All made-up values that were sent. `all` loses a value that a client turns out to have; `sent` keeps it, since a
   * report may show earlier requests.
   */
  readonly sent: OwnValues;
  /** The letters and digits of the target's own values, which are masked everywhere. */
  readonly ofTarget: ReadonlySet<string>;
}

export function normalisedLetters(value: unknown): string {
  return String(value)
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();
}

/** The suite sends nothing that is nested deeper, but a target may. */
const maxDepth = 16;

/** Whether the suite made up a value with all its members. An empty object or list does not count. */
export function isMadeUp(value: unknown, madeUp: MadeUp, pointer: string, levels = maxDepth): boolean {
  if (typeof value !== 'object' || value === null) return madeUp.all.has(value);
  const members = Object.entries(value);
  return (
    members.length > 0 &&
    levels > 0 &&
    members.every(([name, one]) => {
      const place = childPointer(pointer, name);
      const isContainer = typeof one === 'object' && one !== null;
      return (isContainer || madeUp.at.has(place)) && isMadeUp(one, madeUp, place, levels - 1);
    })
  );
}

/** A report shows a longer made-up text only as its length. */
export const maxMadeUpLength = 300;

/** A text that contains made-up words may show other words of at most this length: they identify nobody. */
const maxHarmlessWordLength = 3;

/**
 * The minimum length of a match with the beginning of a made-up word, or with any part of a text. A shorter
 * match may be a name.
 */
const minPrefixLength = 5;
const minPartLength = 8;

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** Words are compared without leading zeros, since a target may remove them. */
const withoutLeadingZeros = (letters: string): string => letters.replace(/^0+(?=.)/, '');

/**
 * Whether a word comes from a made-up text: it is one of its words, a part that is too long for chance (`Ford` of
 * `Sampleford` is not), or the whole text with up to three more characters.
 */
function isDerivedFrom(word: string, { letters, words }: NormalisedText): boolean {
  return (
    words.includes(word) ||
    (word.length >= minPrefixLength && words.some((one) => one.startsWith(word))) ||
    (word.length >= minPartLength && letters.includes(word)) ||
    (letters.length >= minPartLength &&
      word.includes(letters) &&
      word.length - letters.length <= maxHarmlessWordLength)
  );
}

/**
 * Masks a text that the target derived from a made-up one: made-up words stay, and others are masked.
 * @param own - the texts that the suite made up
 * @param ofTarget - as in `MadeUp`
 * @returns undefined if the text is not derived from a made-up one
 */
export function withForeignWordsMasked(
  text: string,
  own: OwnValues,
  mask: (word: string) => string,
  ofTarget: ReadonlySet<string> = new Set(),
): string | undefined {
  if (text.length > maxMadeUpLength || ofTarget.has(normalisedLetters(text))) return undefined;
  const words = wordsOf(text);
  const candidates = words
    .map((word) => ({ word, letters: normalisedLetters(word) }))
    .filter(({ letters }) => !ofTarget.has(letters))
    .map(({ word, letters }) => ({ word, compared: withoutLeadingZeros(letters) }));
  const all = lengthOf(words);
  let known: readonly string[] = [];
  for (const one of own.values()) {
    const derived = candidates.filter(({ compared }) => isDerivedFrom(compared, one)).map(({ word }) => word);
    if (lengthOf(derived) > lengthOf(known)) known = derived;
  }
  if (all === 0 || lengthOf(known) * 2 < all) return undefined;
  const isNearlyAll = lengthOf(known) * 5 >= all * 4;
  const isShortCandidate = (word: string): boolean =>
    word.length <= maxHarmlessWordLength && candidates.some((one) => one.word === word);
  return text.replaceAll(/[\p{L}\p{N}\p{M}]+/gu, (word) =>
    known.includes(word) || (isNearlyAll && isShortCandidate(word)) ? word : mask(word),
  );
}

function lengthOf(words: readonly string[]): number {
  return words.join('').length;
}
