/** So many letters and digits in a row are no chance: of a shorter secret, only the whole is looked for. */
export const leastFound = 12;

/** Of words alone, it takes so many letters until they are no chance where other characters stand between them. */
const leastSplit = 24;

/** A way to write a secret. */
export interface Writing {
  readonly text: string;
  /** Its letters, whatever their case, and its digits, each as `codeOf` numbers it. */
  readonly codes: Uint8Array;
  /** Where each stands in the text. */
  readonly places: Int32Array;
  /** Whether it is recognised with other characters between its own. */
  readonly isFoundSplit: boolean;
}

/** Characters that nobody sees, or that are spaces: they may stand within a word, and split no secret. */
const invisible: readonly (readonly [first: number, last: number])[] = [
  [0xa0, 0xa0],
  [0xad, 0xad],
  [0x2000, 0x2064],
  [0xfeff, 0xfeff],
];

/**
 * The number of a letter or a digit, by its code unit, whatever its case; 0 for what is neither. A letter beyond ASCII has
 * a number that no letter of a writing has.
 */
export const codeOf: Uint8Array = codesOfUnits();

function codesOfUnits(): Uint8Array {
  // A number of six bits.
  const codes = new Uint8Array(2 ** 16).fill(63, 128);
  for (const [first, last] of invisible) codes.fill(0, first, last + 1);
  for (const [place, character] of [...'0123456789abcdefghijklmnopqrstuvwxyz'].entries()) {
    codes[character.charCodeAt(0)] = place + 1;
    codes[character.toUpperCase().charCodeAt(0)] = place + 1;
  }
  return codes;
}

/** The ways to write a secret that are long enough to be found in parts. */
export function writingsOf(secret: string): Writing[] {
  const texts = [
    secret,
    [...secret].toReversed().join(''),
    encodeURIComponent(secret),
    secret.replaceAll('~', '~0').replaceAll('/', '~1'),
    Buffer.from(secret).toString('hex'),
    ...base64Of(secret),
  ];
  const writings = new Map(texts.map((text) => [text.toLowerCase(), writingOf(text)]));
  return [...writings.values()].filter(({ codes }) => codes.length >= leastFound);
}

/** What of base64 is the same wherever the secret begins in what is written, and whatever follows it. */
function base64Of(secret: string): string[] {
  return [0, 1, 2].map((before) =>
    Buffer.from('\0'.repeat(before) + secret)
      .toString('base64')
      .replace(/=+$/, '')
      .slice(before === 0 ? 0 : before + 1, -2),
  );
}

/** The places of the letters and digits of a text. */
export function lettersOf(text: string): number[] {
  return [...text.matchAll(/[0-9A-Za-z]/g)].map(({ index }) => index);
}

function writingOf(text: string): Writing {
  const places = lettersOf(text);
  const codes = places.map((place) => codeOf[text.charCodeAt(place)] ?? 0);
  return {
    text,
    codes: Uint8Array.from(codes),
    places: Int32Array.from(places),
    isFoundSplit: codes.length >= (/\d/.test(text) ? leastFound : leastSplit),
  };
}
