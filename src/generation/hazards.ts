/** Texts by what careless software makes of them. The names continue the words "a text with". */
type Hazards = Readonly<Record<string, readonly [string, ...string[]]>>;

/**
 * Parts of a text, by what a service tends to accept or refuse together. Control characters other than tabs and line
 * breaks, bidirectional marks and attacks are left out: a service has reasons to remove or refuse those.
 */
const parts = {
  /** Letter case. */
  letters: {
    'capitals within a word': ['McDonald', 'FitzRoy', 'DeVries'],
    apostrophes: ["O'Brien", "d'Arc"],
    'a word in small letters': ['van', 'de', 'bell'],
    'a word in capitals': ['NHS', 'HSBC'],
    hyphens: ['Ray-Lo', 'Le-Roy'],
  },
  /** Encoding. */
  'accented letters': {
    'accented letters': ['Zoë', 'Núñez', 'Þóra', 'Ærø', 'Müller'],
    'a sharp s': ['Weiß', 'Groß'],
  },
  /** Encoding and normalisation. */
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
  /** Escaping. */
  signs: {
    'commas and dots': ['2, St.', 'Co., B.'],
    markup: ['<b>So</b>', '<i>Ox</i>'],
    'an ampersand': ['A & B', 'R&D'],
    quotes: ['"Jim"', '"Old"'],
    'an entity of HTML': ['&amp;&lt;', '&lt;&amp;'],
    backslashes: [String.raw`C:\new`, String.raw`a\\b \n`],
    'a percent sign': ['5%20%', '%%20'],
    'a plus sign': ['1+1', 'a+b'],
    'braces of templates': ['$' + '{a} {{b}}', '{{b}} $' + '{a}'],
    'a semicolon': ['x;--', 'a;b'],
    'a number sign': ['#6 $7', '$9 #4'],
    'bars and grave accents': ['a|b `9`', '`9` c|d'],
    'other signs': ['4/5:=?', '@[8]^~*!'],
    'single quotes': ["'Ox'", "''"],
    parentheses: ['(Ash)', '(UK)'],
  },
  /** White space. */
  spaces: {
    'several spaces': ['A  B', 'a   b'],
    'a tab': ['A\tB', 'a\tb'],
    'line breaks': ['A\r\nB\nC', 'a\nb\r\nc'],
  },
} as const satisfies Readonly<Record<string, Hazards>>;

/** Whole texts that software takes for values of another type. */
const wholes = {
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

export type PartGroup = keyof typeof parts;
export type WholeGroup = keyof typeof wholes;

export const partGroups = Object.keys(parts) as readonly PartGroup[];
export const wholeGroups = Object.keys(wholes) as readonly WholeGroup[];

/** Which texts of the grammar to take. The same draw gives the same text. */
export interface Draw {
  readonly seed: number;
  /** Of the field. Neighbours get different texts. */
  readonly place: number;
}

/** The free fields of a client. */
const places = 9;

/** More than there are places, and prime, so consecutive seeds give a place every whole text. */
const placesApart = 11;

/**
 * A text of exactly this length, so a target that limits the length accepts the texts of all seeds or of none. It is
 * made of parts of each group; the rounds of one draw have different ones.
 */
export function mixedText(
  groups: readonly PartGroup[],
  { seed, place }: Draw,
  round: number,
  length: number,
): string {
  const lists = groups.map((group) => {
    const drawn = Object.values<readonly string[]>(parts[group]).map(
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

/** A whole text of the group. One place of every run gets the first one. */
export function wholeText(group: WholeGroup, { seed, place }: Draw): string {
  const lists = Object.values<readonly string[]>(wholes[group]);
  const longest = Math.max(...lists.map(({ length }) => length));
  const all = Array.from({ length: longest }, (_, row) => lists.flatMap((texts) => texts[row] ?? [])).flat();
  const isFirst = (seed - place) % places === 0;
  return turned(all, isFirst ? 0 : seed * placesApart + place)[0] ?? '';
}

function turned<Item>(items: readonly Item[], by: number): Item[] {
  const first = by % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}

/** A service that compares texts by their letters alone takes these for the text, and does not store them. */
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

const inParts = Object.values<Hazards>(parts).flatMap((group) => Object.entries(group));
const inWholes = Object.values<Hazards>(wholes).flatMap((group) => Object.entries(group));
const alone: readonly (readonly [name: string, texts: readonly string[]])[] = [
  ...inWholes,
  ['no characters', ['']],
  ['white space alone', [' ']],
];

/** The most telling whole text of each hazard. */
export const plainestWholes: readonly string[] = inWholes.map(([, [first]]) => first);

/** Every hazard by its name, with its texts. */
export const hazards = [...inParts, ...alone];

/** The names of the hazards in a text. */
export function hazardsOf(text: string): string[] {
  return [
    ...alone.filter(([, texts]) => texts.includes(text)),
    ...inParts.filter(([, texts]) => texts.some((part) => text.includes(part))),
  ].map(([name]) => name);
}

/** The hazards of the sent text that the found one does not show as they were sent. */
export function alteredHazards(sent: string, found: string): string[] {
  // Nothing of a text that is empty says which part was the reason.
  const isAltered = (part: string): boolean => found !== '' && sent.includes(part) && !found.includes(part);
  return [
    ...alone.filter(([, texts]) => texts.includes(sent)),
    ...inParts.filter(([, texts]) => texts.some(isAltered)),
  ].map(([name]) => name);
}

/** Characters; longer than any usual limit. A service that keeps such a text keeps shorter ones, too. */
export const longestText = 4_001;

/** Lengths at which texts are often cut. */
export const revealingLengths: readonly number[] = [20, 30, 40, 50, 100, 255, 256, 1_000, 4_000, longestText];

/**
 * Words, since a service may move those of a first name that follow the first. Each length has words of its own, so a
 * text that is cut is not the one that was sent before it.
 */
export function textOfLength(length: number): string {
  const letter = String.fromCharCode(65 + Math.max(0, revealingLengths.indexOf(length)));
  const word = `${letter}ample `;
  return word.repeat(Math.ceil(length / word.length)).slice(0, length);
}
