import { leastFound, type Writing } from './secret-writings.ts';

/** So many letters in a row lead to the places of writings where they stand. */
export const gramLength = 5;

/** Of letters in a row that are looked for, one gram is looked at, wherever they begin. */
export const stride = leastFound - gramLength + 1;

/**
 * What a filter says of a gram: that it is nowhere, that it has its sites, or that it has more of them in one writing
 * than are kept.
 */
export const absent = 0;
export const present = 1;
export const repeated = 2;

/** So many sites of a gram in one writing are enough: of more, the writing says the same again and again. */
const mostSites = 4;

/** Where a gram stands in a writing. */
export interface Site {
  /** The number of the writing. */
  readonly number: number;
  readonly writing: Writing;
  /** The letter that it ends with. */
  readonly last: number;
}

/** The sites of grams in writings. */
export interface Grams {
  readonly sites: ReadonlyMap<number, readonly Site[]>;
  /** By the slot of a gram; `absent` for most of a text, in one look. */
  readonly filter: Uint8Array;
}

export function gramsOf(writings: readonly Writing[]): Grams {
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
    const ofEach = [...Map.groupBy(ofGram, ({ number }) => number).values()];
    const slot = slotOf(gram);
    const isRepeated = filter[slot] === repeated || ofEach.some((some) => some.length > mostSites);
    filter[slot] = isRepeated ? repeated : present;
    sites.set(
      gram,
      ofEach.flatMap((some) => some.slice(0, mostSites)),
    );
  }
  return { sites, filter };
}

/** The letters up to the place, as a number. */
export function gramAt(codes: Uint8Array, last: number): number {
  return (
    ((codes[last - 4] as number) << 24) |
    ((codes[last - 3] as number) << 18) |
    ((codes[last - 2] as number) << 12) |
    ((codes[last - 1] as number) << 6) |
    (codes[last] as number)
  );
}

export function slotOf(gram: number): number {
  return Math.imul(gram, 0x9e3779b1) >>> 16;
}
