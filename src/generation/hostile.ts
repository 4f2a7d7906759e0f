import fc from 'fast-check';

/** Valid texts that often break software. */
const hostile = [
  '',
  ' ',
  '\u0000',
  '\t\r\n',
  'null',
  'undefined',
  'NaN',
  'true',
  '0',
  '-0',
  '1e999',
  '[object Object]',
  '__proto__',
  "Robert'); DROP TABLE cases;--",
  '<script>alert(1)</script>',
  '</textarea><img src=x onerror=alert(1)>',
  '{{7*7}}<%= 7*7 %>',
  '../../etc/passwd',
  '%00%2e%2e%2f',
  '"\\"',
  '=HYPERLINK("https://example.com")',
  // Right-to-left text, and a mark that reverses the direction.
  'שלום עולם',
  'مرحبا بالعالم',
  '\u202egnp.exe',
  // One visible character of several code points; and two spellings of one character.
  '👩‍👩‍👧‍👦',
  '🏴󠁧󠁢󠁷󠁬󠁳󠁿',
  'e\u0301',
  'é',
  'ﬁ',
  'İ',
  'ß',
  '\ufeffbyte order mark',
  'zero\u200bwidth',
  '\u2028line separator',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘',
  '田中さんにあげて下さい',
];

/** Hostile texts: known ones, random graphemes, and very long ones. */
export function hostileTexts(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...hostile) },
    { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('a', '🏡', '<b>', 'א', ' '), fc.integer({ min: 1, max: 13 }))
        .map(([text, doublings]) => text.repeat(2 ** doublings)),
    },
  );
}
