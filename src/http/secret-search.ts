import { keepLast, type LettersRead, lengthOfEscape, lettersRead, readOn } from './letters-read.ts';
import { codeOf, leastFound, type Writing } from './secret-writings.ts';

/** Places of a text, from where to where; in order, and apart from each other. */
export type Ranges = readonly (readonly [start: number, end: number])[];

/** So many letters in a row lead to the places of writings where they stand. */
const gramLength = 5;

/** Of letters in a row that are looked for, one gram is looked at, wherever they begin. */
const stride = leastFound - gramLength + 1;

/** So many other characters at most stand between two letters of a writing that is split. */
const widestGap = 64;

/** So many sites of a gram in one writing are enough: of more, the writing says the same again and again. */
const mostSites = 4;

/** Where a gram stands in a writing. */
interface Site {
  /** The number of the writing. */
  readonly number: number;
  readonly writing: Writing;
  /** The letter that it ends with. */
  readonly last: number;
}

/** The sites of grams in writings. */
interface Grams {
  readonly sites: ReadonlyMap<number, readonly Site[]>;
  /** 0 where no gram is there: one look, for most of a text. */
  readonly filter: Uint8Array;
}

/**
 * Opens a search for writings in texts. A text is read once, whatever it holds. Twelve letters and digits of a writing
 * are found with the same characters between them, and a whole writing also with others.
 * @returns what finds the words that hold a writing or a part of one
 */
export function searchFor(writings: readonly Writing[]): (text: string) => Ranges {
  const grams = gramsOf(writings);
  const kept = Math.max(leastFound, ...writings.map(({ codes }) => codes.length));
  const most = 2 ** 15 + kept;
  return (text) => {
    if (writings.length === 0 || text.length < leastFound) return [];
    const read = lettersRead(Math.min(text.length, most));
    const tried = new Int32Array(writings.length);
    const found: [start: number, end: number][] = [];
    while (true) {
      readOn(read, text);
      find(text, read, grams, tried, found);
      if (read.next >= text.length) return found;
      keepLast(read, kept);
    }
  };
}

function gramsOf(writings: readonly Writing[]): Grams {
  const all = writings.flatMap((writing, number) =>
    Array.from({ length: writing.codes.length - gramLength + 1 }, (_, first) => ({
      number,
      writing,
      last: first + gramLength - 1,
    })),
  );
  const sites = Map.groupBy(all, ({ writing, last }) => gramAt(writing.codes, last));
  const filter = new Uint8Array(2 ** 16);
  for (const [gram, ofGram] of sites) {
    filter[slotOf(gram)] = 1;
    const ofEach = Map.groupBy(ofGram, ({ number }) => number);
    sites.set(
      gram,
      [...ofEach.values()].flatMap((some) => some.slice(0, mostSites)),
    );
  }
  return { sites, filter };
}

/** The letters up to the place, as a number. */
function gramAt(codes: Uint8Array, last: number): number {
  return (
    ((codes[last - 4] as number) << 24) |
    ((codes[last - 3] as number) << 18) |
    ((codes[last - 2] as number) << 12) |
    ((codes[last - 1] as number) << 6) |
    (codes[last] as number)
  );
}

function slotOf(gram: number): number {
  return Math.imul(gram, 0x9e3779b1) >>> 16;
}

function find(
  text: string,
  read: LettersRead,
  { sites, filter }: Grams,
  tried: Int32Array,
  found: [number, number][],
): void {
  const { codes, count } = read;
  tried.fill(nowhere);
  for (let at = gramLength - 1; at < count; at += stride) {
    const gram = gramAt(codes, at);
    if (filter[slotOf(gram)] === 0) continue;
    let end = -1;
    for (const { number, writing, last } of sites.get(gram) ?? []) {
      // Where the writing would begin: along it, all of its grams lead to the same.
      if (tried[number] === at - last) continue;
      tried[number] = at - last;
      end = Math.max(end, findOne(text, read, writing, last, at, found));
    }
    // On from the last letter that was found.
    if (end !== -1) at = Math.max(at, end + gramLength - 1 - stride);
  }
}

const nowhere = -(2 ** 31);

/** Adds the words around a letter that stands in a writing; returns the last letter of it, or -1 where it is none. */
function findOne(
  text: string,
  read: LettersRead,
  writing: Writing,
  within: number,
  at: number,
  found: [start: number, end: number][],
): number {
  const shift = at - within;
  const least = Math.max(0, -shift);
  const most = Math.min(writing.codes.length, read.count - shift) - 1;
  // First as far as the same stands between the letters, then as far as they are near each other.
  let first = within;
  let last = within;
  while (
    first > least &&
    isNext(read, writing, first - 1, shift) &&
    isAlike(text, read, writing, first, shift)
  )
    first -= 1;
  while (
    last < most &&
    isNext(read, writing, last + 1, shift) &&
    isAlike(text, read, writing, last + 1, shift)
  )
    last += 1;
  let isFound = last - first + 1 >= leastFound;
  if (writing.isFoundSplit && least === 0 && most === writing.codes.length - 1) {
    let [from, to] = [first, last];
    while (from > least && isNext(read, writing, from - 1, shift) && isNear(read, from + shift)) from -= 1;
    while (to < most && isNext(read, writing, to + 1, shift) && isNear(read, to + 1 + shift)) to += 1;
    if (from === least && to === most) [isFound, first, last] = [true, from, to];
  }
  if (!isFound) return -1;
  add(text, read, first + shift, last + shift, found);
  return last + shift;
}

function isNext(read: LettersRead, { codes }: Writing, own: number, shift: number): boolean {
  return codes[own] === read.codes[own + shift];
}

/** Whether the same stands before a letter, after the letter before it, as in the writing. */
function isAlike(text: string, read: LettersRead, writing: Writing, own: number, shift: number): boolean {
  let at = read.ends[own + shift - 1] as number;
  const to = read.places[own + shift] as number;
  const ownTo = writing.places[own] as number;
  for (let place = (writing.places[own - 1] as number) + 1; place < ownTo; place += 1, at += 1) {
    const unit = writing.text.charCodeAt(place);
    // It may stand there behind a backslash.
    if (text.charCodeAt(at) !== unit || text.charCodeAt(at + 1) === unit) at += text[at] === '\\' ? 1 : 0;
    if (at >= to || text.charCodeAt(at) !== unit) return false;
  }
  return at === to;
}

/** Whether a letter is near to the one before it. */
function isNear({ places, ends }: LettersRead, at: number): boolean {
  return (places[at] as number) - (ends[at - 1] as number) <= widestGap;
}

/** Adds the words from one letter to another to what was found, which grows in order. */
function add(
  text: string,
  read: LettersRead,
  first: number,
  last: number,
  found: [start: number, end: number][],
): void {
  const previous = found.at(-1);
  const least = previous?.[1] ?? 0;
  const from = read.places[first] as number;
  const end = endOfWord(text, Math.max(least, read.ends[last] as number));
  if (previous === undefined || from > least) found.push([startOfWord(text, from, least), end]);
  else {
    // What lies in one another, or side by side, is one.
    previous[0] = Math.min(previous[0], from);
    previous[1] = end;
    while ((found.at(-2)?.[1] ?? -1) >= previous[0]) {
      previous[0] = Math.min(previous[0], found.at(-2)?.[0] ?? previous[0]);
      found.splice(-2, 1);
    }
  }
}

/** Whether a code unit is of a word: other characters of tokens also end words, paths and pointers. */
function isOfWord(unit: number): boolean {
  return unit === 0x5f || (codeOf[unit] ?? 0) > 0;
}

function startOfWord(text: string, from: number, least: number): number {
  let start = from;
  while (start > least && isOfWord(text.charCodeAt(start - 1))) start -= 1;
  // What stands behind a backslash is no word, but an escape.
  if (start === from || text.charAt(start - 1) !== '\\') return start;
  return Math.min(from, start - 1 + lengthOfEscape(text, start - 1));
}

function endOfWord(text: string, from: number): number {
  let end = from;
  while (end < text.length && isOfWord(text.charCodeAt(end))) end += 1;
  return end;
}
