import { describe, expect, test } from 'vitest';
import { personalTexts, phrasesIn, phrasesOf, readWords } from '../../../src/http/personal-texts.ts';
import { redact } from '../../../src/http/redact.ts';
import { bundled } from '../../../src/specification/bundled.ts';

const told = (value: unknown): string[] => [...personalTexts(value, undefined)];

test.each([
  ...['ava@acme.example', '+441632960123', '01632 960 123', 'Ava Ollerenshaw', "Ava O'Neill"],
  ...['14 Larch Road', 'SW1A 1AA', 'QQ123456C', 'Zoë Ávila'],
])('%j is looked for', (text) => {
  expect(told({ any: [text] })).toEqual([text]);
});

test.each([
  ...['Yes', 'freehold', 'Purchase', 'a story that anybody may tell', '2026-11-22', '250000', 'Mr'],
  '3f2b7c1e-5b0a-4d52-9a59-0d2f6c1a7b11',
])('%j is not, since it may stand anywhere', (text) => {
  expect(told({ any: text })).toEqual([]);
});

test('one long word is looked for where it is a name', () => {
  expect(told({ surname: 'Ollerenshaw', position: 'Unspecified' })).toEqual(['Ollerenshaw']);
});

test('what a report shows of a record is not looked for', () => {
  const schema = bundled.bodySchema('getCaseData', 200);
  const record = {
    caseType: 'Sale',
    TA6: { type: 'TA6_4th', listingGrade: 'Grade II', any: 'Grade II' },
    x: { name: 'Ava Ollerenshaw' },
  };
  expect([...personalTexts(record, redact(record, schema))]).toEqual(['Grade II', 'Ava Ollerenshaw']);
});

test('what is too deep for a record is left', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}"Ava Ollerenshaw"${']'.repeat(100_000)}`);
  expect(told([deep, { name: 'Zoë Ávila' }])).toEqual(['Zoë Ávila']);
});

describe('a phrase is found', () => {
  const phrases = phrasesOf(["Ava O'Neill & Sons", 'ava@acme.example', 'Zoë Ávila']);
  const found = (text: string) => phrasesIn(readWords(text), phrases).map((phrase) => phrase.join(' '));

  test.each([
    ['as JSON', JSON.stringify({ name: "Ava O'Neill & Sons" }), ['Ava O Neill Sons']],
    ['as HTML', '<td>Ava O&#39;Neill &amp; Sons</td>', ['Ava O Neill Sons']],
    ['as HTML in hexadecimal', 'Ava O&#x27;Neill &amp; Sons', ['Ava O Neill Sons']],
    ['in a URL', '?mail=ava%40acme.example&name=Zo%C3%AB%20%C3%81vila', ['ava acme example', 'Zoë Ávila']],
    ['as JSON with escapes', String.raw`"Zo\u00eb\n\u00c1vila"`, ['Zoë Ávila']],
    ['over a line break', 'Zoë\n    Ávila', ['Zoë Ávila']],
  ])('%s', (_, text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  test.each([
    ['in part', "Ava O'Neill and Sons"],
    ['in other words', 'java@acme.example'],
    ['far apart', `Zoë${' '.repeat(9)}Ávila`],
  ])('and not %s', (_, text) => {
    expect(found(text)).toEqual([]);
  });
});
