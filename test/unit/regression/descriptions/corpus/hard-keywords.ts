import { choice, closed, integer, listOf, object, type Schema, text } from './describing.ts';
import { alike, type Json, type Pair } from './pair.ts';
import { type Edit, editAt, inAnswersAndRequests, items, nested, property, tagged, top } from './places.ts';

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
  return [
    {
      name: `${name} is added`,
      before: schema,
      after: { ...schema, ...keyword },
      change: 'narrower',
      places: [place],
    },
    {
      name: `${name} is dropped`,
      before: { ...schema, ...keyword },
      after: schema,
      change: 'wider',
      places: [property],
    },
    {
      name: `${name} changes`,
      before: { ...schema, ...keyword },
      after: { ...schema, ...changed },
      change:
        name === 'unevaluatedProperties' || name === 'unevaluatedItems'
          ? 'wider, hard to see'
          : 'crossed, hard to see',
      places: [top],
    },
  ];
});

const besideThem: readonly Edit[] = [
  ...alike(
    { change: 'wider, hard to see' },
    {
      'a limit changes beside a keyword that stays': editAt(
        { ...text, not: { const: 'cat' }, maxLength: 5 },
        { ...text, not: { const: 'cat' }, maxLength: 9 },
      ),
      'names of a pattern may be there beside a closed list': editAt(closed({ a: text }), {
        ...closed({ a: text }),
        patternProperties: { '^x-': text },
      }),
      'a branch beside one that is not handled allows more': editAt(
        { anyOf: [choice('x'), { contains: {} }] },
        { anyOf: [{}, { contains: {} }] },
      ),
    },
  ),
  ...alike(
    { change: 'wider' },
    {
      'another member changes beside a keyword that stays': editAt(
        object({ a: { ...text, not: { const: 'cat' } }, b: choice('x') }),
        object({ a: { ...text, not: { const: 'cat' } }, b: choice('x', 'y') }),
      ),
      'anything takes the place of a keyword that is not handled': editAt(
        { ...object({ a: text }), not: { required: ['b'] }, propertyNames: { maxLength: 3 } },
        {},
        [property, nested],
      ),
    },
  ),
  ...alike(
    { change: 'narrower, hard to see' },
    {
      'what a keyword that stays refers to changes': editAt(
        object({ a: { not: choice('cat') } }),
        object({ a: { not: choice('cat', 'dog') } }),
      ),
      'a branch evaluates a member no longer': editAt(
        { anyOf: [object({ a: {} }), object({ 'b!': {} })], unevaluatedProperties: false },
        { anyOf: [object({}), object({ 'b!': {} })], unevaluatedProperties: false },
      ),
    },
  ),

  ...alike(
    { change: 'crossed, hard to see' },
    {
      'names of a pattern are taken out of what all others must be': editAt(
        object({}, { additionalProperties: text }),
        object({}, { additionalProperties: text, patternProperties: { '^x-': integer } }),
      ),
    },
  ),
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
  ...alike(
    { change: 'narrower' },
    {
      'dependentSchemas of a member that is described is added': editAt(object({ a: text, b: text }), {
        ...object({ a: text, b: text }),
        dependentSchemas: { a: object({ b: { minLength: 2 } }) },
      }),
      'one of two members is demanded': editAt(
        object({ a: text, b: text }),
        { ...object({ a: text, b: text }), oneOf: [{ required: ['a'] }, { required: ['b'] }] },
        [property, items],
      ),
      'all further members are evaluated no longer': editAt(
        { additionalProperties: true, unevaluatedProperties: false },
        { unevaluatedProperties: false },
      ),
      'a member that may be anything is evaluated no longer': editAt(
        { allOf: [object({ a: {} })], unevaluatedProperties: false },
        { allOf: [object({})], unevaluatedProperties: false },
      ),
      'all elements are evaluated no longer': editAt(
        { items: true, unevaluatedItems: false },
        { unevaluatedItems: false },
      ),
      'a third element is evaluated no longer': editAt(
        { prefixItems: [text, text, true], unevaluatedItems: false },
        { prefixItems: [text, text], unevaluatedItems: false },
      ),
    },
  ),
  ...alike(
    { change: 'unknown' },
    {
      'an unknown keyword is added': editAt(text, { ...text, minimumLength: 3 } satisfies Schema),
    },
  ),
];

/** Edits of keywords that are hard to compare, and edits beside them. */
export const hardKeywordPairs: readonly Pair[] = inAnswersAndRequests([...edits, ...besideThem]);
