import { absent, type Grams, gramAt, gramLength, repeated, type Site, slotOf, stride } from './grams.ts';
import { backslash, codeOfEscape, lengthOfEscape } from './letters-read.ts';
import { codeOf, leastFound } from './secret-writings.ts';

/** So many characters are looked at together. */
const blockLength = 2 ** 13;

/**
 * Whether a search may find anything in a text: whether so many of its letters and digits stand in a row in a writing,
 * whatever stands between them. It does not say where, so that it takes a fraction of the time of a search, which most texts
 * are spared.
 */
export function mayHold(text: string, grams: Grams): boolean {
  const room = Math.min(blockLength, text.length);
  const bytes = Buffer.alloc(2 * room);
  const units = new Uint16Array(bytes.buffer, bytes.byteOffset, room);
  const codes = new Uint8Array(room + leastFound);
  let count = 0;
  for (let start = 0; start < text.length; ) {
    // Copied at once, which is faster than to ask for one unit after the other.
    const length = bytes.write(text.slice(start, start + room), 'utf16le') / 2;
    let at = 0;
    while (at < length) {
      const end = endOfPlain(units, at, length);
      count = gathered(units, at, end, codes, count);
      at = end;
      if (at === length) break;
      const code = codeOfEscape(text, start + at);
      codes[count] = code;
      count += code === 0 ? 0 : 1;
      at += lengthOfEscape(text, start + at);
    }
    if (holdsRun(codes, count, grams)) return true;
    start += at;
    // What stands across the end of a block is seen in the next.
    const kept = Math.min(count, leastFound - 1);
    codes.copyWithin(0, count - kept, count);
    count = kept;
  }
  return false;
}

/** Adds the letters of units from one to another, and says how many there are then. Nearly every character comes by here. */
function gathered(units: Uint16Array, from: number, to: number, codes: Uint8Array, before: number): number {
  let count = before;
  for (let at = from; at < to; at += 1) {
    const code = codeOf[units[at] as number] as number;
    codes[count] = code;
    count += code === 0 ? 0 : 1;
  }
  return count;
}

/** Where the next escape begins. */
function endOfPlain(units: Uint16Array, from: number, to: number): number {
  let at = from;
  while (at < to && units[at] !== backslash) at += 1;
  return at;
}

function holdsRun(codes: Uint8Array, count: number, { sites, filter }: Grams): boolean {
  for (let at = gramLength - 1; at < count; at += stride) {
    const gram = gramAt(codes, at);
    const there = filter[slotOf(gram)];
    if (there === absent) continue;
    if (there === repeated || sites.get(gram)?.some((site) => isRun(codes, count, at, site)) === true)
      return true;
  }
  return false;
}

/** Whether so many letters around one stand around the site, too. */
function isRun(codes: Uint8Array, count: number, at: number, { writing, last }: Site): boolean {
  let before = 1;
  while (before <= at && before <= last && codes[at - before] === writing.codes[last - before]) before += 1;
  let after = 1;
  while (at + after < count && codes[at + after] === writing.codes[last + after]) after += 1;
  return before + after - 1 >= leastFound;
}
