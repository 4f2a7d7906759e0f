import { childPointer } from '../schema/pointer.ts';

/** Values that the suite made up, each with its letters and digits. They identify nobody, so a report may show them. */
export type OwnValues = ReadonlyMap<unknown, string>;

export interface MadeUp {
  readonly all: OwnValues;
  /** By JSON pointer, those that were sent there. */
  readonly at: ReadonlyMap<string, OwnValues>;
}

/** The letters and digits of a value, without accents and in small letters. */
export function lettersOf(value: unknown): string {
  return String(value)
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

/** The suite sends nothing that is nested deeper, but a target may. */
const mostLevels = 16;

/** Whether the suite made up all of a value, and its names. Containers without members are nobody's. */
export function isMadeUp(value: unknown, { all, at }: MadeUp, pointer: string, levels = mostLevels): boolean {
  if (typeof value !== 'object' || value === null) return all.has(value);
  const members = Object.entries(value);
  return (
    members.length > 0 &&
    levels > 0 &&
    members.every(([name, one]) => {
      const place = childPointer(pointer, name);
      const isContainer = typeof one === 'object' && one !== null;
      return (isContainer || at.has(place)) && isMadeUp(one, { all, at }, place, levels - 1);
    })
  );
}

/** Characters; of a longer text that was made up, only the length is shown. */
export const longestMadeUp = 300;

/** Of the other words of a text, only these many characters are shown: a shorter word identifies nobody. */
const shortWord = 3;

/**
 * A text that a target made of one that the suite made up: its words are shown, and others are masked.
 * @param own - the texts that the suite made up, with their letters and digits
 * @returns undefined if the text is not made of one of them
 */
export function shownBesideOwn(
  text: string,
  own: OwnValues,
  mask: (word: string) => string,
): string | undefined {
  if (text.length > longestMadeUp) return undefined;
  const words = (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map((word) => [word, lettersOf(word)] as const);
  const all = lengthOf(words.map(([word]) => word));
  const known = [...own.values()]
    .map((letters) => words.filter(([, word]) => letters.includes(word.replace(/^0+(?=.)/, ''))))
    .map((some) => some.map(([word]) => word))
    .toSorted((one, other) => lengthOf(other) - lengthOf(one))[0];
  if (known === undefined || all === 0 || lengthOf(known) * 2 < all) return undefined;
  const isNearlyAll = lengthOf(known) * 5 >= all * 4;
  return text.replaceAll(/[\p{L}\p{N}\p{M}]+/gu, (word) =>
    known.includes(word) || (isNearlyAll && word.length <= shortWord) ? word : mask(word),
  );
}

function lengthOf(words: readonly string[]): number {
  return words.join('').length;
}
