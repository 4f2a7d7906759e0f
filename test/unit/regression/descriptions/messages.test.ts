import { describe, expect, test } from 'vitest';
import { compareDescriptions } from '../../../../src/regression/descriptions/compare.ts';
import { choice, describing, integer, object, reference, type Schema, text } from './corpus/describing.ts';
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
      "size is described differently by 'oneOf', whose branches may overlap.",
      'size has 2 alternatives now, where it had 1.',
    ],
  ],
  [
    'a keyword that is not handled',
    members,
    { ...members, not: { required: ['a'] } },
    ["size is described differently by 'not', which is not handled."],
  ],
])('tells of %s', (_what, before, after, told) => {
  expect(messages(ofSize(before), ofSize(after))).toEqual(told);
});

test.each<[string, Schema, Schema, string]>([
  ['is gone', members, object({ a: text }), 'b is not described any more, so it may be anything.'],
  [
    'is gone beside others that are described',
    { ...members, additionalProperties: text },
    { ...object({ a: text }), additionalProperties: integer },
    'b is not described any more.',
  ],
  ['may be missing', { ...members, required: ['b'] }, members, 'b is optional now.'],
  ['must be there', members, { ...members, required: ['b'] }, 'b is required now.'],
])('tells of a member that %s what it breaks', (_what, before, after, told) => {
  const difference = compareDescriptions(describing({ answer: before }), describing({ answer: after })).find(
    ({ message }) => message === told,
  );
  const reasons = [difference?.consumers, difference?.providers].flatMap((effect) =>
    effect?.witness === undefined ? [] : [[effect.reason, effect.witness.acceptedBy]],
  );
  expect(reasons.length).toBeGreaterThan(0);
  for (const [reason, acceptedBy] of reasons)
    expect(reason).toBe(
      acceptedBy === 'after'
        ? 'A provider may newly send what is shown.'
        : 'A provider could send what is shown until now.',
    );
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

describe('what the mapping of a discriminator leads to', () => {
  const mapped = (schemas: Json, answer: Schema = reference('Pet')): Json => describing({ answer, schemas });
  const dog = (bark: Schema): Schema => ({ allOf: [reference('Pet'), object({ bark })] });
  const discriminator = { propertyName: 'kind', mapping: { dog: 'Dog' } };
  const pet = { ...object({ kind: text }), discriminator };

  test('is compared, although only the mapping refers to it', () => {
    expect(
      compareDescriptions(mapped({ Pet: pet, Dog: dog(text) }), mapped({ Pet: pet, Dog: dog(integer) })),
    ).toMatchObject([
      {
        message: 'The value is read by code generators as Dog, described differently now.',
        ...{ consumers: { verdict: 'undecided' }, providers: { verdict: 'undecided' } },
      },
    ]);
  });

  test('is reported once, though others inherit the mapping', () => {
    const { discriminator } = pet;
    const both = { ...pet, discriminator: { ...discriminator, mapping: { cat: 'Cat', dog: 'Dog' } } };
    const pets = (bark: Schema): Json => mapped({ Pet: both, Cat: dog(text), Dog: dog(bark) });
    expect(messages(pets(text), pets(integer))).toEqual([
      'The value is read by code generators as Dog, described differently now.',
    ]);
  });

  test('is the same if only a schema elsewhere differs', () => {
    const sized = (size: Schema): Json =>
      mapped(
        { Pet: pet, Dog: dog(text), Size: size },
        object({ pet: reference('Pet'), size: reference('Size') }),
      );
    expect(messages(sized(text), sized(integer))).toEqual(['size must be a whole number, was a text.']);
  });

  test.each(['kind', 'kind, too'])('is compared for each of two discriminators: with %s', (other) => {
    const both = (target: string): Json =>
      mapped(
        {
          ...{ A: pet, B: { discriminator: { propertyName: other, mapping: { wolf: target } } } },
          ...{ Dog: object({ bark: text }), Cat: object({ meow: text }) },
        },
        { allOf: [reference('A'), reference('B')] },
      );
    expect(messages(both('Cat'), both('Dog'))).toEqual([
      `The value with ${other} 'wolf' will be read as Dog by code generators, was Cat.`,
    ]);
  });
});

test('a difference at many places names the first twenty and counts all', () => {
  const sizes = (size: Schema): Json => {
    const members = Array.from({ length: 30 }, (_, index) => [`m${index}`, reference('Size')]);
    return describing({
      answer: object(Object.fromEntries(members)),
      schemas: { Size: object({ a: size }) },
    });
  };
  expect(compareDescriptions(sizes(text), sizes(integer))).toEqual([
    expect.objectContaining({
      message: 'm0.a must be a whole number, was a text, and so m1.a and 28 more.',
      places: Array.from({ length: 20 }, (_, index) => `m${index}.a`),
    }),
  ]);
});
