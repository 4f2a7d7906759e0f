import { openLastKept, type Room } from './last-kept.ts';
import type { Ranges } from './secret-search.ts';

type Search = (text: string) => Ranges;

/** So many characters without a quotation mark are a long stretch, such as a string of JSON. */
const long = 2 ** 16;

/** Weighed in characters of the text that a stretch is a part of, since that is held with it. */
const roomForStretches: Room = { count: 16, weight: 2 ** 24 };

/**
 * A search that remembers what it found in the long stretches of the texts that came last. What is large in an answer
 * comes again in others, beside little that is new, so that a whole run searches it once.
 * @param reach - what is found at a place does not depend on what stands further away, quotation marks between
 */
export function rememberingStretches(search: Search, reach: number): Search {
  const ofStretch = openLastKept<Ranges>(roomForStretches);
  return (text) => {
    const stretches = longStretches(text);
    if (stretches.length === 0) return search(text);
    const found: Ranges[] = [];
    let from = 0;
    for (const [start, end] of [...stretches, [text.length, text.length] as const]) {
      const before = Math.max(0, from - reach);
      const between = moved(search(text.slice(before, start + reach)), before).filter(
        ([first, last]) => last > from && first < start,
      );
      // What lies across the end of a stretch is found in no part.
      if (between.some(([first, last]) => first < from || last > start)) return search(text);
      found.push(between);
      if (start < end) {
        const stretch = text.slice(start, end);
        const within = ofStretch(stretch, text.length, () => search(stretch));
        found.push(moved(within, start));
      }
      from = end;
    }
    return found.flat();
  };
}

/** Where there is no quotation mark for long. */
export function longStretches(text: string | Buffer): Ranges {
  const stretches: [start: number, end: number][] = [];
  // Whatever is so long covers one of these places.
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('"', at);
    const end = next === -1 ? text.length : next;
    const start = text.lastIndexOf('"', at) + 1;
    if (end - start >= long) stretches.push([start, end]);
    at = end + long;
  }
  return stretches;
}

function moved(ranges: Ranges, by: number): Ranges {
  return ranges.map(([start, end]) => [start + by, end + by]);
}
