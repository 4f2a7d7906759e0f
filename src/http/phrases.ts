export interface Words {
  readonly words: readonly string[];
  readonly places: readonly (readonly [start: number, end: number])[];
}

/** Splits a text into words: runs of letters and digits, after undoing escapes of JSON, HTML and URLs. */
export function readWords(text: string): Words {
  const found = [...plain(text).matchAll(/[\p{L}\p{N}]+/gu)];
  return {
    words: found.map(([word]) => word),
    places: found.map(({ 0: word, index }) => [index, index + word.length] as const),
  };
}

/** Phrases, by their first word. */
export type Phrases = ReadonlyMap<string, readonly (readonly string[])[]>;

export function phrasesOf(texts: Iterable<string>): Phrases {
  const phrases = [...texts].map((text) => readWords(text).words).filter((words) => words.length > 0);
  return Map.groupBy(phrases, ([first = '']) => first);
}

/** The most other characters between two words of a phrase, such as a line break and an indent. */
const widestGap = 8;

export function phrasesIn({ words, places }: Words, phrases: Phrases): (readonly string[])[] {
  const isThere = (phrase: readonly string[], at: number): boolean =>
    phrase.every((word, index) => {
      if (words[at + index] !== word) return false;
      const before = places[at + index - 1]?.[1] ?? 0;
      return index === 0 || (places[at + index]?.[0] ?? 0) - before <= widestGap;
    });
  return words.flatMap((word, at) => (phrases.get(word) ?? []).filter((phrase) => isThere(phrase, at)));
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function plain(text: string): string {
  return text
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\[nrtbf"\\/]/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? ' ')
    .replaceAll(/&#(x?)([0-9a-f]{1,6});/gi, (whole, x: string, digits: string) => {
      const code = Number.parseInt(digits, x === '' ? 10 : 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replaceAll(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
      try {
        return decodeURIComponent(escaped);
      } catch {
        return ' ';
      }
    });
}
