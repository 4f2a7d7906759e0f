import { choice, closed, integer, listOf, object, type Schema, text } from './describing.ts';
import type { Json, Pair } from './pair.ts';
import { type Edit, inAnswersAndRequests, items, nested, property, tagged, top } from './places.ts';

/** Keywords that are hard to compare: each narrows the schema that it is added to. */
const keywords: readonly {
  readonly name: string;
  readonly schema: Json;
  readonly keyword: Json;
  readonly changed: Json;
}[] = [
  { name: 'not', schema: text, keyword: { not: { const: 'cat' } }, changed: { not: { const: 'dog' } } },
  {
    name: 'if and else',
    schema: object({ kind: text }),
    keyword: { if: { required: ['kind'] }, else: { required: ['size'] } },
    changed: { if: { required: ['kind'] }, else: { required: ['age'] } },
  },
  {
    name: 'dependentRequired',
    schema: object({ a: text }),
    keyword: { dependentRequired: { a: ['b'] } },
    changed: { dependentRequired: { a: ['c'] } },
  },
  {
    name: 'dependentSchemas',
    schema: object({ a: text }),
    keyword: { dependentSchemas: { a: { required: ['b'] } } },
    changed: { dependentSchemas: { a: { required: ['c'] } } },
  },
  {
    name: 'contains',
    schema: listOf(text),
    keyword: { contains: { const: 'cat' } },
    changed: { contains: { const: 'dog' } },
  },
  {
    name: 'propertyNames',
    schema: object({}),
    keyword: { propertyNames: { maxLength: 3 } },
    changed: { propertyNames: { pattern: '^[a-z]{5}$' } },
  },
  {
    name: 'patternProperties',
    schema: object({}),
    keyword: { patternProperties: { '^x-': text } },
    changed: { patternProperties: { '^x-': integer } },
  },
  {
    name: 'unevaluatedProperties',
    schema: object({ a: text }),
    keyword: { unevaluatedProperties: false },
    changed: { unevaluatedProperties: integer },
  },
  {
    name: 'prefixItems',
    schema: listOf({}),
    keyword: { prefixItems: [text] },
    changed: { prefixItems: [integer] },
  },
  {
    name: 'unevaluatedItems',
    schema: { type: 'array', prefixItems: [text] },
    keyword: { unevaluatedItems: false },
    changed: { unevaluatedItems: integer },
  },
];

const edits: readonly Edit[] = keywords.flatMap(({ name, schema, keyword, changed }, index): Edit[] => {
  const place = [property, nested, items, tagged][index % 4] ?? property;
  const below = ['', '/*', '/0', '/a', '/kind'];
  return [
    {
      name: `${name} is added`,
      before: schema,
      after: { ...schema, ...keyword },
      change: 'narrower',
      below,
      places: [place],
    },
    {
      name: `${name} is dropped`,
      before: { ...schema, ...keyword },
      after: schema,
      change: 'wider',
      below,
      places: [property],
    },
    {
      name: `${name} stays`,
      before: { ...schema, ...keyword },
      after: { description: 'As before', ...keyword, ...schema },
      change: 'same',
      places: [place],
    },
    {
      name: `${name} changes`,
      before: { ...schema, ...keyword },
      after: { ...schema, ...changed },
      change:
        name === 'unevaluatedProperties' || name === 'unevaluatedItems'
          ? 'wider, hard to see'
          : 'crossed, hard to see',
      below,
      places: [top],
    },
  ];
});

const besideThem: readonly Edit[] = [
  {
    name: 'a limit changes beside a keyword that stays',
    before: { ...text, not: { const: 'cat' }, maxLength: 5 },
    after: { ...text, not: { const: 'cat' }, maxLength: 9 },
    change: 'wider, hard to see',
    places: [property],
  },
  {
    name: 'another member changes beside a keyword that stays',
    before: object({ a: { ...text, not: { const: 'cat' } }, b: choice('x') }),
    after: object({ a: { ...text, not: { const: 'cat' } }, b: choice('x', 'y') }),
    change: 'wider',
    below: ['/b'],
    places: [property],
  },
  {
    name: 'what a keyword that stays refers to changes',
    before: object({ a: { not: choice('cat') } }),
    after: object({ a: { not: choice('cat', 'dog') } }),
    change: 'narrower, hard to see',
    below: ['/a'],
    places: [property],
  },
  {
    name: 'names of a pattern may be there beside a closed list',
    before: closed({ a: text }),
    after: { ...closed({ a: text }), patternProperties: { '^x-': text } },
    change: 'wider, hard to see',
    below: ['', '/*', '/x-'],
    places: [property],
  },
  {
    name: 'names of a pattern are taken out of what all others must be',
    before: object({}, { additionalProperties: text }),
    after: object({}, { additionalProperties: text, patternProperties: { '^x-': integer } }),
    change: 'crossed, hard to see',
    below: ['', '/*', '/x-'],
    places: [property],
  },
  {
    name: 'a conditional of members is added',
    before: object({ kind: text, size: integer }),
    after: {
      ...object({ kind: text, size: integer }),
      if: object({ 'kind!': { const: 'cat' } }),
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      then: object({ size: { maximum: 9 } }, { required: ['size'] }),
    },
    change: 'narrower',
    places: [property, items],
  },
  {
    name: 'dependentSchemas of a member that is described is added',
    before: object({ a: text, b: text }),
    after: { ...object({ a: text, b: text }), dependentSchemas: { a: object({ b: { minLength: 2 } }) } },
    change: 'narrower',
    places: [property],
  },
  {
    name: 'one of two members is demanded',
    before: object({ a: text, b: text }),
    after: { ...object({ a: text, b: text }), oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    change: 'narrower',
    places: [property, items],
  },
  {
    name: 'anything takes the place of a keyword that is not handled',
    before: { ...object({ a: text }), not: { required: ['b'] }, propertyNames: { maxLength: 3 } },
    after: {},
    change: 'wider',
    places: [property, nested],
  },
  {
    name: 'all further members are evaluated no longer',
    before: { additionalProperties: true, unevaluatedProperties: false },
    after: { unevaluatedProperties: false },
    change: 'narrower',
    below: ['/*'],
    places: [property],
  },
  {
    name: 'a member that may be anything is evaluated no longer',
    before: { allOf: [object({ a: {} })], unevaluatedProperties: false },
    after: { allOf: [object({})], unevaluatedProperties: false },
    change: 'narrower',
    below: ['/a'],
    places: [property],
  },
  {
    name: 'all elements are evaluated no longer',
    before: { items: true, unevaluatedItems: false },
    after: { unevaluatedItems: false },
    change: 'narrower',
    below: ['', '/*'],
    places: [property],
  },
  {
    name: 'a third element is evaluated no longer',
    before: { prefixItems: [text, text, true], unevaluatedItems: false },
    after: { prefixItems: [text, text], unevaluatedItems: false },
    change: 'narrower',
    below: ['', '/*'],
    places: [property],
  },
  {
    name: 'a branch evaluates a member no longer',
    before: { anyOf: [object({ a: {} }), object({ 'b!': {} })], unevaluatedProperties: false },
    after: { anyOf: [object({}), object({ 'b!': {} })], unevaluatedProperties: false },
    change: 'narrower, hard to see',
    below: ['', '/a'],
    places: [property],
  },
  {
    name: 'nothing is left to evaluate',
    before: { ...closed({ a: text }), unevaluatedProperties: true },
    after: { ...object({ a: text }), unevaluatedProperties: false },
    change: 'same',
    places: [property],
  },
  {
    name: 'an unknown keyword is added',
    before: text,
    after: { ...text, minimumLength: 3 } satisfies Schema,
    change: 'unknown',
    places: [property],
  },
  {
    name: 'an unknown keyword changes',
    before: { ...text, minimumLength: 3 },
    after: { ...text, minimumLength: 4 },
    change: 'unknown',
    places: [items],
  },
  {
    name: 'an unknown keyword stays',
    before: { ...text, minimumLength: 3 },
    after: { minimumLength: 3, ...text },
    change: 'same',
    places: [property],
  },
];

/** Edits of keywords that are hard to compare, and edits beside them. */
export const hardKeywordPairs: readonly Pair[] = inAnswersAndRequests([...edits, ...besideThem]);
