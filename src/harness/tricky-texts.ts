/** A text that careless services do not keep as it is, or fail over. */
interface TrickyText {
  /** Continues the words "with". */
  readonly id: string;
  readonly text: string;
}

/** Texts that a service tends to take, or to refuse, together. */
export interface TextGroup {
  readonly id: string;
  /** In turn for the free texts of a client; those of a row are joined. */
  readonly rows: readonly (readonly TrickyText[])[];
  readonly emailAddress?: string;
  readonly telephoneNumber?: string;
  /** Another way to write the postcode of a client, since one that there is not may be refused. */
  readonly postcode?: (own: string) => string;
}

function tricky(id: string, text: string): TrickyText {
  return { id, text };
}

/** Words that programs take for something else, each a whole text. */
const words = [
  tricky('the word null', 'null'),
  tricky('the word undefined', 'undefined'),
  tricky('no characters', ''),
  tricky('leading zeros', '00417'),
  tricky('a word of programs', 'Null'),
  tricky('the word true', 'true'),
  tricky('a number with an exponent', '1e5'),
  tricky('no number', 'NaN'),
  tricky('zero', '0'),
].map((text) => [text]);

/**
 * The texts of a run. Names of people and places hold the first of them. Of what is said to be a text nothing else is
 * said, so that all of them are legal; control characters but for tabs and line breaks, and marks that turn what follows
 * them, are left out, since a service has reasons to take those away.
 */
export const textGroups: readonly TextGroup[] = [
  {
    id: 'letters and apostrophes of names',
    rows: [
      [
        tricky('letters beyond ASCII', 'Zoë Łukasiewicz-Þórsdóttir'),
        tricky('apostrophes', "O'Brien D’Arcy"),
        tricky('commas, dots and brackets', 'Flat 2, 14 St. John (Rear)'),
      ],
      [
        tricky('other scripts', 'Ελένη Ковальчук 山田 محمد'),
        tricky('an apostrophe', "d'Arc"),
        tricky('a comma, dots and brackets', 'Sons (U.K.), Ltd.'),
      ],
    ],
  },
  {
    id: 'rare characters',
    rows: [
      [
        tricky('characters beyond the basic plane', '𠮷野 🏡'),
        tricky('joined characters', '👩\u200d👩\u200d👧 می\u200cخواهم'),
        tricky('text from right to left', 'אב\u200f'),
        tricky('a no-break space', 'Jean\u00a0Luc'),
        tricky('an accent as a character of its own', 'Ame\u0301lie'),
      ],
    ],
    telephoneNumber: '+491512345678901',
  },
  {
    id: 'signs',
    rows: [
      [
        tricky('quotes and backslashes', String.raw`O'Neil "Jim" \ \n`),
        tricky('markup', 'A & <b>Sons</b> &amp; B'),
        tricky('signs of queries and templates', '50%20 +1 {{name}}; %s --'),
        tricky('other signs', 'No. 4/5: #6 $7 * = ? @ [8] ^ _ `9` | ~ !'),
        tricky('spaces within', 'van  der   Berg'),
      ],
    ],
    emailAddress: "o'sample+50%40x_1.of-the-upper-house.of-testerton@mail.a-longer-name.example.com",
  },
  {
    id: 'spaces and line breaks',
    rows: [
      [
        tricky('outer spaces', '  Sample'),
        tricky('a tab', 'of\tUpper'),
        tricky('line breaks', 'Testerton\r\nand\nBeyond  '),
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

/** Longer than any limit that is usual: a service that keeps such a text keeps those that are shorter, too. */
export const longestText = 4_001;

/** Where texts are often cut. */
export const tellingLengths: readonly number[] = [50, 100, 255, 256, 1_000, 4_000, longestText];

/** A plain text of that length. */
export function textOfLength(length: number): string {
  return 'Sample-'.repeat(Math.ceil(length / 7)).slice(0, length);
}
