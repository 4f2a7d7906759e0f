/** Texts by the feature that careless software damages. Reports say "a text with" and the name of the feature. */
type Hazards = Readonly<Record<string, readonly [string, ...string[]]>>;

/**
 * Short texts to combine into longer ones. Control characters, bidirectional marks and attacks are left out: a service
 * may rightly refuse them.
 */
const fragments = {
  letters: {
    'capitals within a word': ['McDonald', 'FitzRoy', 'DeVries'],
    apostrophes: ["O'Brien", "d'Arc"],
    'a word in small letters': ['van', 'de', 'bell'],
    'a word in capitals': ['NHS', 'HSBC'],
    hyphens: ['Ray-Lo', 'Le-Roy'],
  },
  'accented letters': {
    'accented letters': ['Zoë', 'Núñez', 'Þóra', 'Ærø', 'Müller'],
    'a sharp s': ['Weiß', 'Groß'],
  },
  'rare characters': {
    'an en dash': ['9–5', 'A–Z'],
    'characters beyond the basic plane': ['🏡', '𠮷野'],
    'an accent as a character of its own': ['Ame\u0301lie', 'Zoe\u0308'],
    'a curly apostrophe': ['D’Arcy', 'O’Neil'],
    'letters beyond Latin-1': ['Łukasz', 'Dvořák', 'Şahin', 'Tŷ'],
    'joined characters': ['می\u200cخوا', '👩\u200d👧'],
    'pound signs and other signs of Latin-1': ['£5 4°', '§4 £7'],
    'a ligature or another compatible character': ['ﬁne', 'x²', 'Ｌｔｄ', 'Ⅳ'],
    'a no-break space': ['Jean\u00a0Luc', 'No.\u00a05'],
    'other scripts': ['Ελένη', 'Ковал', '山田', 'محمد'],
    'curly quotes': ['“Ox”', '“Ash”'],
    'text from right to left': ['אב\u200f', 'עדי\u200f'],
    'a euro sign': ['€5', '5€'],
    'a dotted capital I': ['İpek', 'İzmir'],
  },
  signs: {
    'commas and dots': ['2, St.', 'Co., B.'],
    markup: ['<b>So</b>', '<i>Ox</i>'],
    'an ampersand': ['A & B', 'R&D'],
    quotes: ['"Jim"', '"Old"'],
    'an entity of HTML': ['&amp;&lt;', '&lt;&amp;'],
    backslashes: [String.raw`C:\new`, String.raw`a\\b \n`],
    // A URL decoder that fails on `%%` leaves the whole text unchanged, so the other text has only valid
    // escapes.
    'a percent sign': ['5%20', '%%20'],
    'a plus sign': ['1+1', 'a+b'],
    'braces of templates': ['$' + '{a} {{b}}', '{{b}} $' + '{a}'],
    'a semicolon': ['x;--', 'a;b'],
    'a number sign': ['#6 $7', '$9 #4'],
    'bars and grave accents': ['a|b `9`', '`9` c|d'],
    'other signs': ['4/5:=? $$ $&', '@[8]^~*! $&'],
    'single quotes': ["'Ox'", "''"],
    parentheses: ['(Ash)', '(UK)'],
  },
  spaces: {
    'several spaces': ['A  B', 'a   b'],
    'a tab': ['A\tB', 'a\tb'],
    'line breaks': ['A\r\nB\nC', 'a\nb\r\nc'],
  },
} as const satisfies Readonly<Record<string, Hazards>>;

/** Texts to send as a whole value, which software takes for another type: `null`, `true`, `1e5`. */
const lookalikes = {
  words: {
    'the word null': ['null', 'Null', 'NULL'],
    'a word for true': ['true', 'yes', 'on', 'Yes', 'TRUE'],
    'a word for false': ['no', 'false', 'off', 'No', 'False'],
    'the word undefined': ['undefined'],
    'a word for nothing': ['None', 'nil'],
    'a word for no number': ['NaN', 'Infinity', 'inf'],
  },
  numbers: {
    'zero alone': ['0'],
    'leading zeros': ['00417', '007'],
    'a date and time': ['2024-01-01T00:00:00Z', '2025-06-30T23:59:59+01:00'],
    'an exponent': ['1e5', '2E3'],
    'a date': ['2024-02-29', '2025-12-31'],
    'trailing zeros': ['1.50', '12.0'],
    'more digits than a number can have': ['12345678901234567', '9007199254740993'],
    'a whole number': ['1234567', '42'],
    'a British date': ['12/11/2024', '01/02/2025'],
    'a hexadecimal number': ['0x1F', '0xff'],
    'a negative number': ['-5', '-0'],
  },
  'signs alone': {
    'a formula': ['=1+1', '@A1', '+1', '=A1'],
    'a tilde alone': ['~'],
    'an object or array of JSON': ['{"a":1}', '[1]', '{}', '[]'],
    JSON: ['"x"', '"null"'],
    'a time': ['12:30', '1:30'],
    'a placeholder': ['N/A', '-', '?'],
  },
} as const satisfies Readonly<Record<string, Hazards>>;

/** The lookalikes that software most often takes for another type, or for an empty value. */
const usual: Readonly<Record<keyof typeof lookalikes, readonly [string, ...string[]]>> = {
  words: ['Null', 'Yes', 'None', 'null', 'true', 'no'],
  numbers: ['1234567', '00417', '0'],
  'signs alone': ['=1+1', 'N/A', '@A1', '-', '+1'],
};

export type FragmentGroup = keyof typeof fragments;
export type LookalikeGroup = keyof typeof lookalikes;

export const fragmentGroups = Object.keys(fragments) as readonly FragmentGroup[];
export const lookalikeGroups = Object.keys(lookalikes) as readonly LookalikeGroup[];

export interface Draw {
  readonly seed: number;
  /** The index of the field. Neighbouring fields get different texts. */
  readonly place: number;
}

/** Larger than the number of fields, and prime: over consecutive seeds, each field but the names gets every text. */
const fieldStride = 11;

/**
 * A text of fragments, cut to the length. The length is fixed so that a target with a length limit accepts
 * the texts of all seeds or of none. Each round of a draw uses other fragments.
 */
export function textOfFragments(
  groups: readonly FragmentGroup[],
  { seed, place }: Draw,
  round: number,
  length: number,
): string {
  const lists = groups.map((group) => {
    const drawn = Object.values<readonly string[]>(fragments[group]).map(
      (texts) => turned(texts, seed + place)[0],
    );
    return turned(drawn, seed + place);
  });
  const longest = Math.max(...lists.map((list) => list.length));
  const dealt = Array.from({ length: longest }, (_, row) => lists.map((list) => list[row] ?? [])).flat(2);
  const [start, space] = groups.includes('spaces') ? ['  ', ' '] : ['', ''];
  const end = groups.includes('signs') && place % 2 === 1 ? '.' : space;
  const room = length - start.length - end.length;
  const texts = dealt.reduce<readonly string[]>(
    ([last = '', ...earlier], part) =>
      last.length + 1 + (part as string).length > room
        ? [part as string, last, ...earlier]
        : [`${last} ${part}`.trimStart(), ...earlier],
    [],
  );
  const text = texts[texts.length - 1 - (round % texts.length)] ?? '';
  return `${start}${text.padEnd(room, filler)}${end}`;
}

const filler = 'Testerton';

/** The text of a lookalike group for a field. */
export function lookalikeText(group: LookalikeGroup, { seed, place }: Draw): string {
  const lists = Object.values<readonly string[]>(lookalikes[group]);
  const longest = Math.max(...lists.map(({ length }) => length));
  const all = Array.from({ length: longest }, (_, row) => lists.flatMap((texts) => texts[row] ?? [])).flat();
  return turned(all, seed * fieldStride + place)[0] ?? '';
}

export function usualLookalike(group: LookalikeGroup, { seed, place }: Draw): string {
  return turned(usual[group], seed + place)[0] ?? '';
}

function turned<Item>(items: readonly Item[], by: number): Item[] {
  const first = by % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}

/**
 * A service that ignores accents in comparisons sees no change from `Siân` to `Sian`, and keeps the old text.
 */
export function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/(?<=[A-Za-z])\p{M}+/gu, '')
    .normalize('NFC');
}

export function inOtherCase(text: string): string {
  return text.replaceAll(/[A-Za-z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

const inFragments = Object.values<Hazards>(fragments).flatMap((group) => Object.entries(group));
const inLookalikes = Object.values<Hazards>(lookalikes).flatMap((group) => Object.entries(group));
const alone: readonly (readonly [name: string, texts: readonly string[]])[] = [
  ...inLookalikes,
  ['no characters', ['']],
  ['white space alone', [' ']],
];

export const commonLookalikes: readonly string[] = inLookalikes.map(([, [first]]) => first);

export const hazards = [...inFragments, ...alone];

export function hazardsIn(sent: string): string[] {
  return hazardsWhere(sent, (part) => sent.includes(part));
}

export function alteredHazards(sent: string, found: string): string[] {
  // An empty text does not show which hazard was the reason.
  return hazardsWhere(sent, (part) => found !== '' && sent.includes(part) && !found.includes(part));
}

function hazardsWhere(sent: string, isMet: (part: string) => boolean): string[] {
  return [
    ...alone.filter(([, texts]) => texts.includes(sent)),
    ...inFragments.filter(([, texts]) => texts.some(isMet)),
  ].map(([name]) => name);
}

/** Longer than any usual limit. A service that stores 4,001 characters also stores shorter texts. */
export const maxTextLength = 4_001;

export const cutLengths: readonly number[] = [20, 30, 40, 50, 100, 255, 256, 1_000, 4_000, maxTextLength];

/**
 * A text of this length. Several words, since a service may split a first name at the space. Each length has
 * a word of its own, so a truncated text never equals the text sent before.
 */
export function textOfLength(length: number): string {
  const letter = String.fromCharCode(65 + Math.max(0, cutLengths.indexOf(length)));
  const word = `${letter}ample `;
  return word.repeat(Math.ceil(length / word.length)).slice(0, length);
}
