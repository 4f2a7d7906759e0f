import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { compareDescriptions } from '../../../../src/regression/descriptions/compare.ts';
import { describing, integer, number, object, reference, text } from './corpus/describing.ts';
import type { Json } from './corpus/pair.ts';

const rows = [
  ...readFileSync('docs/diff-keywords.md', 'utf8').matchAll(/^\| `([$\w]+)` \| ([^|]+) \| ([^|]+) \|/gm),
].flatMap(([, keyword = '', in31 = '', in30 = '']) =>
  [
    { keyword, version: '3.1', standing: in31 },
    { keyword, version: '3.0', standing: in30 },
  ].filter(({ standing }) => standing !== '–'),
);

/**
 * A change of a keyword that affects which values are valid: the old and the new value, and further keywords of the
 * schema.
 */
type Change = readonly [keyword: string, before: unknown, after: unknown, beside?: Json];

const list = { type: 'array' };
const condition = { if: { required: ['a'] } };
const union = { oneOf: [reference('Cat'), reference('Dog')] };
const byTag = (cat: string, dog: string): Json => ({
  propertyName: 'kind',
  mapping: { [cat]: 'Cat', [dog]: 'Dog' },
});

const changes: readonly Change[] = [
  ['$ref', '#/components/schemas/Text', '#/components/schemas/Number'],
  ['$defs', { Side: text }, { Side: number }, { allOf: [{ $ref: '#/components/schemas/Thing/$defs/Side' }] }],
  ['$comment', 'one', 'other'],
  ['$vocabulary', { 'https://pets.example/one': true }, { 'https://pets.example/one': false }],
  ['$schema', 'https://json-schema.org/draft/2020-12/schema', 'https://pets.example/dialect'],
  ['$id', 'https://pets.example/one', 'https://pets.example/other'],
  ['$anchor', 'one', 'other'],
  ['$dynamicRef', '#/components/schemas/Text', '#/components/schemas/Number'],
  ['$dynamicAnchor', 'one', 'other'],
  ['allOf', [text, { minLength: 1 }], [text, { minLength: 2 }]],
  ['anyOf', [text, integer], [text, { type: 'boolean' }]],
  ['oneOf', [text, integer], [text, { type: 'boolean' }]],
  ['not', { enum: ['a'] }, { enum: ['b'] }, text],
  ['if', { required: ['a'] }, { required: ['b'] }, { else: { required: ['c'] } }],
  ['then', { required: ['b'] }, { required: ['c'] }, condition],
  ['else', { required: ['b'] }, { required: ['c'] }, condition],
  ['properties', { a: text }, { a: number }, object({})],
  ['additionalProperties', true, false, object({})],
  ['patternProperties', { '^x-': text }, { '^x-': number }, object({})],
  ['propertyNames', { maxLength: 3 }, { maxLength: 5 }, object({})],
  ['dependentSchemas', { a: { required: ['b'] } }, { a: { required: ['c'] } }, object({})],
  ['unevaluatedProperties', true, false, object({})],
  ['items', text, number, list],
  ['prefixItems', [text], [number], list],
  ['contains', text, number, list],
  ['unevaluatedItems', true, false, list],
  ['type', 'string', 'number'],
  ['const', 'a', 'b'],
  ['enum', ['a'], ['a', 'b'], text],
  ['multipleOf', 2, 3, integer],
  ['maximum', 3, 4, number],
  ['exclusiveMaximum', 3, 4, number],
  ['minimum', 3, 4, number],
  ['exclusiveMinimum', 3, 4, number],
  ['maxLength', 3, 4, text],
  ['minLength', 3, 4, text],
  ['pattern', '^[0-9]+$', '^[0-9a-f]+$', text],
  ['format', 'date', 'uuid', text],
  ['maxItems', 3, 4, { type: 'array', items: integer }],
  ['minItems', 3, 4, { type: 'array', items: integer }],
  ['uniqueItems', false, true, { type: 'array', items: integer }],
  ['maxContains', 2, 3, { ...list, contains: { const: 1 } }],
  ['minContains', 2, 3, { ...list, contains: { const: 1 } }],
  ['maxProperties', 3, 4, object({})],
  ['minProperties', 3, 4, object({})],
  ['required', ['a'], ['b'], object({})],
  ['dependentRequired', { a: ['b'] }, { a: ['c'] }, object({})],
  ['contentEncoding', 'base64', 'base32', text],
  ['contentMediaType', 'image/png', 'image/gif', text],
  ['contentSchema', text, number, { ...text, contentMediaType: 'application/json' }],
  ['title', 'One', 'Other'],
  ['description', 'One.', 'Other.'],
  ['default', 'a', 'b', text],
  ['deprecated', false, true, text],
  ['readOnly', false, true, text],
  ['writeOnly', false, true, text],
  ['examples', ['a'], ['b'], text],
  ['discriminator', byTag('cat', 'dog'), byTag('dog', 'cat'), union],
  ['xml', { name: 'one' }, { name: 'other' }, text],
  ['externalDocs', { url: 'https://pets.example/one' }, { url: 'https://pets.example/other' }, text],
  ['example', 'a', 'b', text],
];

const changesOf30: readonly Change[] = [
  ['nullable', false, true, text],
  ['exclusiveMaximum', false, true, { ...number, maximum: 3 }],
  ['exclusiveMinimum', false, true, { ...number, minimum: 3 }],
];

function changeOf(keyword: string, version: string): Change | undefined {
  const own = version === '3.0' ? changesOf30 : [];
  return [...own, ...changes].find(([name]) => name === keyword);
}

function describingWith([keyword, , , beside]: Change, value: unknown, version: string): Json {
  return describing({
    openapi: version === '3.0' ? '3.0.3' : '3.1.0',
    answer: object({ thing: reference('Thing') }),
    schemas: {
      Thing: { ...beside, [keyword]: value },
      Text: text,
      Number: number,
      Cat: object({ 'kind!': text, 'meows!': { type: 'boolean' } }),
      Dog: object({ 'kind!': text, 'barks!': { type: 'boolean' } }),
    },
  });
}

describe('docs/diff-keywords.md', () => {
  const listed = (version: string): string[] =>
    rows.filter((row) => row.version === version).map(({ keyword }) => keyword);

  test('lists every keyword of JSON Schema 2020-12, and what OpenAPI 3.1 adds', () => {
    const folder = createRequire(import.meta.url).resolve('ajv/dist/refs/json-schema-2020-12/schema.json');
    const vocabularies = readdirSync(new URL('meta/', `file://${folder}`)).map(
      (file) => JSON.parse(readFileSync(new URL(`meta/${file}`, `file://${folder}`), 'utf8')) as Json,
    );
    const keywords = vocabularies.flatMap(({ properties }) => Object.keys(properties as Json));
    expect(keywords.length).toBeGreaterThan(50);
    const added = ['discriminator', 'example', 'externalDocs', 'xml'];
    expect(listed('3.1').sort()).toEqual([...keywords, ...added].sort());
  });

  test('lists every keyword of OpenAPI 3.0 (section 4.7.24)', () => {
    const same =
      `title multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern
      maxItems minItems uniqueItems maxProperties minProperties required enum type allOf oneOf anyOf not items
      properties additionalProperties description format default`.split(/\s+/);
    const own = [
      'nullable',
      'discriminator',
      'readOnly',
      'writeOnly',
      'xml',
      'externalDocs',
      'example',
      'deprecated',
    ];
    expect(listed('3.0').sort()).toEqual([...same, ...own, '$ref'].sort());
  });

  test.each(rows)('$keyword in $version is $standing', ({ keyword, version, standing }) => {
    const change = changeOf(keyword, version);
    if (change === undefined) throw new Error(`No change of ${keyword} is listed in this test.`);
    const before = describingWith(change, change[1], version);
    const after = describingWith(change, change[2], version);
    expect(compareDescriptions(before, structuredClone(before))).toEqual([]);
    const verdicts = compareDescriptions(before, after).flatMap(({ consumers, providers }) => [
      consumers.verdict,
      providers.verdict,
    ]);
    switch (standing) {
      case 'handled':
        expect(verdicts).toContain('breaking');
        break;
      case 'not handled':
        expect(verdicts.some((verdict) => verdict !== 'compatible')).toBe(true);
        break;
      case 'ignored':
        expect(verdicts).toEqual([]);
        break;
      default:
        throw new Error(`The page calls ${keyword} ${standing}.`);
    }
  });
});

const malformations: readonly Change[] = [
  ['required', 'a', ['a'], object({ a: text })],
  ['enum', 'a', ['a'], text],
  ['type', 'text', 'string'],
  ['allOf', text, [text]],
  ['oneOf', 'Text', [text]],
  ['properties', [], { a: text }, object({})],
  ['minLength', '1', 1, text],
];

test.each(malformations.map((change) => ({ keyword: change[0], change })))(
  '$keyword that is malformed is not taken for absent',
  ({ change }) => {
    const [, malformed, right] = change;
    const described = (value: unknown) => describingWith(change, value, '3.1');
    for (const [before, after] of [
      [malformed, right],
      [right, malformed],
    ]) {
      const differences = compareDescriptions(described(before), described(after));
      expect(differences.length).toBeGreaterThan(0);
      for (const { consumers, providers } of differences)
        expect([consumers.verdict, providers.verdict]).toEqual(['undecided', 'undecided']);
    }
  },
);
