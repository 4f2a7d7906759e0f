import { codeOf } from './secret-writings.ts';

/**
 * The letters and digits of a part of a text, one after the other, with the escapes of JSON read as what they stand
 * for. What else stands between them is left out; a letter beyond ASCII counts as one that no secret has, with code 0.
 */
export interface LettersRead {
  readonly codes: Uint8Array;
  /** Where each stands in the text, or its escape does. */
  readonly places: Int32Array;
  /** Where each ends there. */
  readonly ends: Int32Array;
  count: number;
  /** Where the text is read on. */
  next: number;
}

/** Room for so many letters, to be read again and again. */
export function lettersRead(room: number): LettersRead {
  return {
    codes: new Uint8Array(room),
    places: new Int32Array(room),
    ends: new Int32Array(room),
    count: 0,
    next: 0,
  };
}

export const backslash = 0x5c;
const letterU = 0x75;

/** What stands behind the backslash of an escape of two characters. */
const escaped: ReadonlySet<number> = new Set([...'bfnrt"/\\'].map((character) => character.charCodeAt(0)));

/** Reads on until the text ends or there is no more room. Every character of every answer comes by here. */
export function readOn(read: LettersRead, text: string): void {
  const { codes, places, ends } = read;
  const room = codes.length;
  const end = text.length;
  let { count, next } = read;
  while (next < end && count < room) {
    const unit = text.charCodeAt(next);
    const code = unit === backslash ? codeOfEscape(text, next) : (codeOf[unit] as number);
    places[count] = next;
    next += unit === backslash ? lengthOfEscape(text, next) : 1;
    ends[count] = next;
    codes[count] = code;
    count += code === 0 ? 0 : 1;
  }
  read.count = count;
  read.next = next;
}

/** Makes room, but for the last letters. */
export function keepLast(read: LettersRead, kept: number): void {
  const from = Math.max(0, read.count - kept);
  read.codes.copyWithin(0, from, read.count);
  read.places.copyWithin(0, from, read.count);
  read.ends.copyWithin(0, from, read.count);
  read.count -= from;
}

/** A line break or a tab, and another character that takes a backslash, is no letter. */
export function codeOfEscape(text: string, at: number): number {
  if (text.charCodeAt(at + 1) !== letterU) return 0;
  const unit = unitAt(text, at + 2);
  return unit >= 0 && unit < 128 ? (codeOf[unit] as number) : 0;
}

/** How many characters the escape takes that begins there: one, where it is none. */
export function lengthOfEscape(text: string, at: number): number {
  const unit = text.charCodeAt(at + 1);
  if (unit === letterU) return unitAt(text, at + 2) === -1 ? 1 : 6;
  return escaped.has(unit) ? 2 : 1;
}

/** The code unit that four digits name; -1 where they are none. */
function unitAt(text: string, at: number): number {
  let unit = 0;
  for (let place = at; place < at + 4; place += 1) {
    const digit = (codeOf[text.charCodeAt(place)] ?? 0) - 1;
    if (digit < 0 || digit > 15) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}
