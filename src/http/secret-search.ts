import { absent, type Grams, gramAt, gramLength, gramsOf, slotOf, stride } from './grams.ts';
import { keepLast, type LettersRead, lengthOfEscape, lettersRead, readOn } from './letters-read.ts';
import { mayHold } from './secret-sieve.ts';
import { codeOf, leastFound, type Writing } from './secret-writings.ts';

/** Places of a text, from where to where; in order, and apart from each other. */
export type Ranges = readonly (readonly [start: number, end: number])[];

/** So many other characters at most stand between two letters of a writing that is split. */
const widestGap = 64;
const longestEscape = 6;

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
    if (writings.length === 0 || text.length < leastFound || !mayHold(text, grams)) return [];
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

/** No letter of a writing that is found stands further from another than so many characters. */
export function reachOf(writings: readonly Writing[]): number {
  const letters = Math.max(0, ...writings.map(({ codes }) => codes.length));
  return letters * (widestGap + longestEscape);
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
    if (filter[slotOf(gram)] === absent) continue;
    let run: Run | undefined;
    for (const { number, writing, last } of sites.get(gram) ?? []) {
      const shift = at - last;
      // Along a writing, all of its grams lead to the same.
      if (tried[number] === shift || (run !== undefined && !goesBeyond(read, writing, shift, run))) continue;
      tried[number] = shift;
      const own = runAround(text, read, writing, last, shift);
      if (own === undefined) continue;
      add(text, read, own, found);
      if (run === undefined || own.last > run.last) run = own;
    }
    // On from the last letter that was found.
    if (run !== undefined) at = Math.max(at, run.last + gramLength - 1 - stride);
  }
}

const nowhere = -(2 ** 31);

/** Letters that were read, from one to another, which stand in a writing. */
interface Run {
  readonly first: number;
  readonly last: number;
}

/** Whether a writing may be found further than another one that was found there. */
function goesBeyond(read: LettersRead, { codes }: Writing, shift: number, { first, last }: Run): boolean {
  const isBefore = codes[first - 1 - shift] === read.codes[first - 1];
  return (
    (isBefore && first > 0) || (codes[last + 1 - shift] === read.codes[last + 1] && last + 1 < read.count)
  );
}

/**
 * The letters around one that stand in a writing; undefined where they are too few.
 * @param within - the letter of the writing
 * @param shift - how many letters are read before the writing's first
 */
function runAround(
  text: string,
  read: LettersRead,
  writing: Writing,
  within: number,
  shift: number,
): Run | undefined {
  const least = Math.max(0, -shift);
  const most = Math.min(writing.codes.length, read.count - shift) - 1;
  const hasNext = (own: number): boolean => writing.codes[own] === read.codes[own + shift];
  let first = within;
  let last = within;
  while (first > least && hasNext(first - 1) && isAlike(text, read, writing, first, shift)) first -= 1;
  while (last < most && hasNext(last + 1) && isAlike(text, read, writing, last + 1, shift)) last += 1;
  const run = last - first + 1 < leastFound ? undefined : { first: first + shift, last: last + shift };
  if (!writing.isFoundSplit || least > 0 || most < writing.codes.length - 1) return run;
  // On from there, whatever stands between.
  while (first > least && hasNext(first - 1) && isNear(read, first + shift)) first -= 1;
  while (last < most && hasNext(last + 1) && isNear(read, last + 1 + shift)) last += 1;
  return first === least && last === most ? { first: first + shift, last: last + shift } : run;
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
  { first, last }: Run,
  found: [start: number, end: number][],
): void {
  const from = read.places[first] as number;
  // The letters that are kept for the next block may hold what was found already.
  const around = found.findLast(([start]) => start <= from);
  if (around !== undefined && (read.ends[last] as number) <= around[1]) return;
  const previous = found.at(-1);
  const least = previous?.[1] ?? 0;
  const end = endOfWord(text, Math.max(least, read.ends[last] as number));
  if (previous !== undefined && from > least && found.length > mostApart && isWithin(text, least, from)) {
    previous[1] = end;
  } else if (previous === undefined || from > least) found.push([startOfWord(text, from, least), end]);
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

/** Where so many were found in a text, what stands in a string between two that are near goes with them: nobody needs it. */
const mostApart = 1_000;
const nearby = 8;

/** Whether no string of JSON begins or ends between two places that are near. */
function isWithin(text: string, from: number, to: number): boolean {
  return to - from <= nearby && !/["\\]/.test(text.slice(from, to));
}

/** Whether a code unit is of a word: other characters of tokens also end words, paths and pointers. */
function isOfWord(unit: number): boolean {
  return unit === 0x5f || (unit < 128 && (codeOf[unit] as number) > 0);
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
