/** Places of a text, from where to where; in order, and apart from each other. */
type Ranges = readonly (readonly [start: number, end: number])[];

/** So many characters without a quotation mark are a long stretch, such as a string of JSON. */
const long = 2 ** 16;

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
