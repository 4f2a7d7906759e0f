/** A text that careless services alter, or fail on. The id continues the words "with". */
type TrickyText = readonly [id: string, text: string];

/** Texts that a service tends to accept or refuse together. */
export interface TextGroup {
  readonly id: string;
  /** Assigned in turn to the free-text fields of a client. The texts of one row are joined. */
  readonly rows: readonly (readonly TrickyText[])[];
  readonly emailAddress?: string;
  readonly telephoneNumber?: string;
  /** Another way to write the client's own postcode, since a postcode that does not exist may be refused. */
  readonly postcode?: (own: string) => string;
}

/** Words that programs mistake for something else, each as a whole text. */
const words: readonly (readonly TrickyText[])[] = [
  [['the word null', 'null']],
  [['the word undefined', 'undefined']],
  [['no characters', '']],
  [['leading zeros', '00417']],
  [['a word of programs', 'Null']],
  [['the word true', 'true']],
  [['a number with an exponent', '1e5']],
  [['no number', 'NaN']],
  [['zero', '0']],
];

/**
 * The texts of a run. Names of people and places use the first ones. The documents only say that these fields are
 * texts, so all of these are legal. Control characters other than tabs and line breaks, and bidirectional marks, are
 * left out: a service has reasons to remove those.
 */
export const textGroups: readonly TextGroup[] = [
  {
    id: 'letters and apostrophes of names',
    rows: [
      [
        ['letters beyond ASCII', 'Zoë Łukasiewicz-Þórsdóttir'],
        ['apostrophes', "O'Brien D’Arcy"],
        ['commas, dots and brackets', 'Flat 2, 14 St. John (Rear)'],
      ],
      [
        ['other scripts', 'Ελένη Ковальчук 山田 محمد'],
        ['an apostrophe', "d'Arc"],
        ['a comma, dots and brackets', 'Sons (U.K.), Ltd.'],
      ],
    ],
  },
  {
    id: 'rare characters',
    rows: [
      [
        ['characters beyond the basic plane', '𠮷野 🏡'],
        ['joined characters', '👩\u200d👩\u200d👧 می\u200cخواهم'],
        ['text from right to left', 'אב\u200f'],
        ['a no-break space', 'Jean\u00a0Luc'],
        ['an accent as a character of its own', 'Ame\u0301lie'],
      ],
    ],
    telephoneNumber: '+491512345678901',
  },
  {
    id: 'signs',
    rows: [
      [
        ['quotes and backslashes', String.raw`O'Neil "Jim" \ \n`],
        ['markup', 'A & <b>Sons</b> &amp; B'],
        ['signs of queries and templates', '50%20 +1 {{name}}; %s --'],
        ['other signs', 'No. 4/5: #6 $7 * = ? @ [8] ^ _ `9` | ~ !'],
        ['spaces within', 'van  der   Berg'],
      ],
    ],
    emailAddress: "o'sample+50%40x_1.of-the-upper-house.of-testerton@mail.a-longer-name.example.com",
  },
  {
    id: 'spaces and line breaks',
    rows: [
      [
        ['outer spaces', '  Sample'],
        ['a tab', 'of\tUpper'],
        ['line breaks', 'Testerton\r\nand\nBeyond  '],
      ],
    ],
  },
  {
    id: 'words of programs',
    rows: words,
    emailAddress: 'Avery.Sample+Sale@Example.COM',
    telephoneNumber: '+390612345678',
    postcode: (own) => own.toLowerCase(),
  },
  {
    id: 'other words of programs',
    rows: [...words.slice(2), ...words.slice(0, 2)],
    telephoneNumber: '+12025550143',
    postcode: (own) => own.toLowerCase().replaceAll(' ', ''),
  },
];

/** Characters; longer than any usual limit. A service that keeps such a text keeps shorter ones, too. */
export const longestText = 4_001;

/** Lengths at which texts are often cut. */
export const revealingLengths: readonly number[] = [50, 100, 255, 256, 1_000, 4_000, longestText];

/** One for each of these lengths, so that a text that is cut is not the one that was sent before it. */
const fillers = ['Sample-', 'Tester-', 'Pattern-', 'Mock-', 'Draft-', 'Trial-', 'Proof-'] as const;

export function textOfLength(length: number): string {
  const filler = fillers[revealingLengths.indexOf(length)] ?? fillers[0];
  return filler.repeat(Math.ceil(length / filler.length)).slice(0, length);
}
