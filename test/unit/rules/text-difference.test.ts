import { expect, test } from 'vitest';
import { normalisedText } from '../../../src/http/made-up.ts';
import { textDifference } from '../../../src/rules/text-difference.ts';

const name = `Zoë O'Brien & "Łucja"`;

test.each([
  ['is empty', name, ''],
  ['is cut to 5 characters', name, 'Zoë O'],
  ['loses the dot at its end', 'Dr.', 'Dr'],
  ['is stored with . after it', 'Ms', 'Ms.'],
  ['is stored with 5 characters after it', 'Ann', 'Ann Lane'],
  ['is stored in upper case', 'Smith', 'SMITH'],
  ['is stored in lower case', 'Smith', 'smith'],
  ['is stored with other upper and lower case', 'van Dyke', 'Van dyke'],
  ['is stored in another normalization form', 'Ame\u0301lie', 'Am\u00e9lie'],
  ['is stored with other spaces around it', ' Smith', 'Smith  '],
  ['loses its accents', 'Zoë', 'Zoe'],
  ['is stored with other characters instead of characters beyond ASCII', 'Müller', 'Mûller'],
  ['is stored with other spaces around it', 'Smith ', 'Smith'],
  ['is stored as a number is written', '1.50', '1.5'],
  ['loses its markup', 'a <b>c</b> d', 'a c d'],
  ['is stored with the \\u escapes of JSON', 'Zoë 🏡', 'Zou00eb \\ud83c\\udfe1'],
  ['is cut at the first character beyond the basic plane', 'A 🏡 B', 'A '],
  ['is cut at the first line break', 'a\nb', 'a'],
  ['is cut at the first line break', 'a\r\nb', 'a\r'],
  ['is altered', '+447700900123', '0900123'],
  ['loses leading zeros', '00417', '417'],
  ['is 1 day earlier', '1984-03-01', '1984-02-29'],
  ['is 366 days later', '2023-12-31', '2024-12-31'],
  ['loses its country code', '+447700900123', '07700900123'],
  ["loses '", "O'Brien & d'Arc", 'OBrien & dArc'],
  [`loses ' & "`, name, 'Zoë OBrien  Łucja'],
  ["is stored with & as &amp;, ' as &#39;", "O'Brien & Co", 'O&#39;Brien &amp; Co'],
  ["is stored with & as &amp;, ' as &#39;", "A & O'Brien", 'A &amp; O&#39;Brien'],
  ["is stored with ' as ''", "O'Brien", "O''Brien"],
  ['is stored with & as and', 'Smith & Co', 'Smith and Co'],
  [String.raw`is stored with ' as \'`, "O'Brien", String.raw`O\'Brien`],
  ['is stored with & as %26', 'A&B', 'A%26B'],
  ["loses ', and other upper and lower case", "O'Brien", 'OBRIEN'],
  ['loses white space', 'van  der Berg', 'vanderBerg'],
  ['loses some characters', 'van  der Berg', 'van der Berg'],
  ['is stored with other characters instead of white space', 'a\r\nb', 'a<br>b'],
  ['loses emoji and other characters of 4 bytes in UTF-8', 'A 🏡 B', 'A  B'],
  ['is stored with ?? instead of emoji and other characters of 4 bytes in UTF-8', 'A 🏡 B', 'A ?? B'],
  ['is stored with ? instead of characters beyond Latin-1', 'Zoë Łuk', 'Zoë ?uk'],
  ['is stored with ? instead of characters beyond Latin-1', 'Łuk 🏡', '?uk ??'],
  ['is stored with ? instead of characters beyond ASCII', name, `Zo? O'Brien & "?ucja"`],
  ['is stored with \ufffd (replacement character) instead of characters beyond ASCII', 'Zoë', 'Zo\ufffd'],
  ['is stored with other characters instead of characters beyond ASCII', 'Zoë', 'ZoÃ«'],
  ['is another text of the same length', 'Smith', 'Jones'],
  ['is another text of 7 characters instead of 5', 'Smith', 'Johnson'],
  ['is stored with & as &amp;, ; as &#59;, < as &lt;', 'A &amp; <', 'A &amp;amp&#59; &lt;'],
  ['is altered, sent with capitals within a word', 'McDonald', 'MacDonald'],
  ['is stored with - as space', 'Le-Roy', 'Le Roy'],
  ['is empty, sent with the word null', 'null', ''],
  ['was sent empty, but is a text of 2 characters', '', '--'],
  ['was sent empty, but is stored as "-"', '', '-'],
  ['is stored as "UNKNOWN"', 'Smith', 'UNKNOWN'],
  ['is stored as "N/A", sent with the word null', 'null', 'N/A'],
  ['is another text of 1 character instead of 3, sent with JSON', '"x"', '?'],
  ['is another text of 11 characters instead of 16, sent with markup', 'A <b>So</b> & Co', 'A So and Co'],
  // The inserted text may be somebody's name.
  ['is another text of 7 characters instead of 3', "O'B", 'O Ann B'],
])('%s', (words, sent, found) => {
  expect(textDifference(sent, found).words).toBe(words);
});

test.each<[what: string, sent: string, found: string, example: string]>([
  [
    'names what was added or lost',
    'Avery–Ann Sample',
    'Avery~Ann  Sampl',
    'is altered: – (en dash) → ~, space added, e lost',
  ],
  [
    'names confusable and invisible characters',
    'Zoe–Ann\u00a0Fox',
    'Zoe-Ann Fox',
    'is stored with other characters instead of characters beyond ASCII: – (en dash) → -, no-break space U+00A0 → space',
  ],
  [
    'names other characters before changed letter case',
    'DeVries McKay 🏡 and Sons',
    'Devries Mckay ?? and Sons',
    'is stored with ??, and other upper and lower case: 🏡 → ??, V → v, K → k',
  ],
])('The example of an altered text %s', (_, sent, found, example) => {
  const { words, alike } = textDifference(sent, found, { own: new Map([[sent, normalisedText(sent)]]) });
  expect(words).toBe(example);
  expect(alike).not.toContain(':');
  // A text of the target is not quoted.
  expect(textDifference(sent, found).words).not.toContain(':');
});

test('A text that is another one of the sent texts is said to be that', () => {
  const sent = { line_1: 'Avery', line_2: 'Oak', line_3: '' };
  expect(textDifference('Avery', 'Oak', { siblings: sent }).words).toBe('is what was sent as line_2');
  expect(textDifference('Avery', '', { siblings: sent }).words).toBe('is empty');
});

test('A long text is compared without delay', () => {
  const sent = "' ".repeat(500);
  const { alike } = textDifference(sent, sent.replaceAll("'", '&#39;').replace(/ $/, 'x'));
  expect(alike).toMatch(/^is another text/);
});
