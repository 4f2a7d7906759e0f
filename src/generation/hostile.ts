import fc from 'fast-check';
import { hazards } from './hazards.ts';

/** Valid texts that a service may rightly refuse or alter: control characters, attacks, invisible marks. */
const attacks = [
  ' ',
  '\u0000',
  '\t\r\n',
  '1e999',
  '[object Object]',
  '__proto__',
  "Robert'); DROP TABLE cases;--",
  '<script>alert(1)</script>',
  '</textarea><img src=x onerror=alert(1)>',
  '{{7*7}}<%= 7*7 %>',
  '../../etc/passwd',
  '%00%2e%2e%2f',
  '=HYPERLINK("https://example.com")',
  '\u202egnp.exe',
  '🏴󠁧󠁢󠁷󠁬󠁳󠁿',
  '\ufeffbyte order mark',
  'zero\u200bwidth',
  '\u2028line separator',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘',
];

const known = [...attacks, ...hazards.flatMap(([, texts]) => texts)];

export function hostileTexts(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...known) },
    { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('a', '🏡', '<b>', 'א', ' '), fc.integer({ min: 1, max: 13 }))
        .map(([text, doublings]) => text.repeat(2 ** doublings)),
    },
  );
}
