import { expect, test } from 'vitest';
import { compareDescriptions } from '../../../../src/regression/descriptions/compare.ts';
import { choice, describing, integer, object, type Schema, text } from './corpus/describing.ts';
import type { Json } from './corpus/pair.ts';

function messages(before: Json, after: Json): string[] {
  return compareDescriptions(before, after).map(({ message }) => message);
}

const ofSize = (size: Schema): Json => describing({ answer: object({ size }) });
const members = object({ a: text, b: text });

test.each<[string, Schema, Schema, string[]]>([
  ['whole numbers', text, integer, ['size must be a whole number, was a text.']],
  [
    'a pattern in the place of values',
    choice('yes', 'no'),
    { ...text, pattern: '^(?:yes|no|maybe)$' },
    ["size must match ^(?:yes|no|maybe)$, where it had to be 'no' or 'yes'."],
  ],
  ['any text in the place of values', choice('yes'), text, ["size need not be 'yes' any more."]],
  ['anything', { ...members, not: { required: ['a'] } }, {}, ['size may be anything now.']],
  [
    'alternatives that nothing tells apart',
    members,
    { ...members, oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    [
      "size is described otherwise by 'oneOf', whose branches may overlap.",
      'size has 2 alternatives now, where it had 1.',
    ],
  ],
  [
    'a keyword that is not handled',
    members,
    { ...members, not: { required: ['a'] } },
    ["size is described otherwise by 'not', which is not handled."],
  ],
])('tells of %s', (_what, before, after, told) => {
  expect(messages(ofSize(before), ofSize(after))).toEqual(told);
});

test('tells what a scheme is that has kept its name', () => {
  const securedBy = (token: Json): Json =>
    describing({ top: { security: [{ token: [] }] }, components: { securitySchemes: { token } } });
  expect(
    messages(
      securedBy({ type: 'http', scheme: 'bearer' }),
      securedBy({ type: 'apiKey', in: 'header', name: 'X-Key' }),
    ),
  ).toEqual([
    'The operation no longer takes a call with token (http bearer), and takes a call with token (apiKey X-Key in header) now.',
  ]);
});
