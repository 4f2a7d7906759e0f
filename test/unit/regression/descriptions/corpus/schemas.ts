import {
  choice,
  closed,
  integer,
  listOf,
  number,
  object,
  reference,
  type Schema,
  text,
} from './describing.ts';
import type { Json } from './pair.ts';

/** A schema, and values that it accepts and refuses. */
export interface Judged {
  readonly schema: Schema;
  readonly accepts: readonly unknown[];
  readonly refuses: readonly unknown[];
}

/** The components that the schemas refer to. */
export const components: Json = {
  Tree: object({ 'size!': integer, branches: listOf(reference('Tree')) }),
  Named: object({ 'name!': text }),
  Chain: reference('Named'),
};

const judged = (schema: Schema, accepts: readonly unknown[], refuses: readonly unknown[]): Judged => ({
  schema,
  accepts,
  refuses,
});

const open = { unevaluatedProperties: false };
const ended = { unevaluatedItems: false };
/** An object with a member of this name of its own, also if it is `__proto__`. */
const having = (name: string, value: unknown): unknown => Object.fromEntries([[name, value]]);
/** A schema for the members of that name. */
const listing = (name: string, schema: Schema): Json => ({
  properties: Object.fromEntries([[name, schema]]),
});

const unevaluated: Readonly<Record<string, Judged>> = {
  'elements that contains does not match are not evaluated': judged(
    { type: 'array', contains: text, ...ended },
    [['a'], ['a', 'b']],
    [['a', 1], [1]],
  ),
  'contains evaluates beside the first elements': judged(
    { prefixItems: [integer], contains: text, ...ended },
    [[1, 'a']],
    [[1, 'a', 2], [1]],
  ),
  'what contains matches may be of none': judged(
    { contains: text, minContains: 0, ...ended },
    [[], ['a']],
    [[1]],
  ),
  'a condition that fails evaluates nothing': judged(
    { if: object({ 'a!': integer }), else: true, ...open },
    [{ a: 1 }, {}],
    [{ a: 'x' }, { b: 1 }],
  ),
  'a condition that holds evaluates without then': judged(
    { if: object({ 'a!': {} }), ...open },
    [{ a: 'x' }],
    [{ b: 1 }],
  ),
  'then evaluates where the condition holds': judged(
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    { if: { required: ['a'] }, then: object({ a: {}, b: {} }), else: object({ c: {} }), ...open },
    [{ a: 1, b: 2 }, { c: 3 }],
    [{ b: 2 }, { a: 1, c: 3 }],
  ),
  'each branch of anyOf that holds evaluates': judged(
    { anyOf: [object({ 'a!': integer }), object({ 'b!': integer })], ...open },
    [{ a: 1 }, { b: 1 }, { a: 1, b: 1 }],
    [
      { a: 1, b: 'x' },
      { a: 1, c: 1 },
    ],
  ),
  'the one branch of oneOf that holds evaluates': judged(
    { oneOf: [object({ 'a!': integer }), object({ 'b!': integer })], ...open },
    [{ a: 1 }, { b: 1 }],
    [
      { a: 1, b: 'x' },
      { a: 1, b: 1 },
    ],
  ),
  'what not describes is not evaluated': judged(
    { not: { not: object({ a: {} }) }, ...open },
    [{}],
    [{ a: 1 }],
  ),
  'a member evaluates what depends on it': judged(
    { properties: { a: {} }, dependentSchemas: { a: object({ b: {} }) }, ...open },
    [{ a: 1, b: 2 }, { a: 1 }],
    [{ b: 2 }],
  ),
  'references evaluate beside a keyword': judged(
    { $ref: '#/components/schemas/Chain', properties: { size: integer }, ...open },
    [{ name: 'x', size: 1 }],
    [{ name: 'x', other: 1 }],
  ),
  'a part that closes evaluates all': judged(
    { allOf: [{ properties: { a: {} }, unevaluatedProperties: integer }], ...open },
    [{ a: 'x', b: 1 }],
    [{ b: 'x' }],
  ),
  'what a pattern matches is evaluated': judged(
    { patternProperties: { '^x-': {} }, unevaluatedProperties: integer },
    [{ 'x-a': 'x', b: 1 }],
    [{ b: 'x' }],
  ),
  'the rest of a list is of a schema': judged(
    { anyOf: [{ prefixItems: [text] }, { prefixItems: [text, text] }], unevaluatedItems: integer },
    [
      ['a', 1],
      ['a', 'b', 1],
    ],
    [['a', 'b', 'c']],
  ),
  'one branch evaluates all elements': judged(
    { anyOf: [listOf(text), { maxItems: 1 }], ...ended },
    [['a', 'b'], []],
    [[1]],
  ),
  'a list of lists closes the inner ones': judged(
    listOf({ contains: { const: 1 }, ...ended }),
    [[[1], [1, 1]], []],
    [[[1, 2]], [[2]]],
  ),
};

const names: Readonly<Record<string, Judged>> = {
  'an inherited name is not evaluated': judged(
    { patternProperties: { '^a': {} }, ...open },
    [{ a: 1 }],
    [{ toString: 1 }, { constructor: 1 }],
  ),
  'an inherited name is evaluated where it is listed': judged(
    { anyOf: [listing('valueOf', integer), { required: ['b'] }], ...open },
    [{ valueOf: 1 }],
    [{ valueOf: 1, b: 1 }, { toString: 1 }],
  ),
  'an inherited name is no member': judged({ required: ['toString'] }, [{ toString: 0 }], [{}]),
  'an inherited name may be absent': judged(
    listing('constructor', text),
    [{}, { constructor: 'x' }],
    [{ constructor: 1 }],
  ),
  'an inherited name asks for others': judged(
    { dependentRequired: { hasOwnProperty: ['a'] } },
    [{}, { hasOwnProperty: 1, a: 1 }],
    [{ hasOwnProperty: 1 }],
  ),
  'an inherited name is additional': judged(closed({ a: text }), [{ a: 'x' }], [{ toString: 'x' }]),
  'names that need escapes': judged(
    object({ 'a/b~c': integer, '': text, '%25': text }),
    [{ 'a/b~c': 1, '': 'x', '%25': 'x' }],
    [{ 'a/b~c': 'x' }, { '': 1 }, { '%25': 1 }],
  ),
  'names of a length': judged({ propertyNames: { maxLength: 1 } }, [{ a: 1, '😀': 1 }], [{ ab: 1 }]),
  'names of a pattern, and others': judged(
    { patternProperties: { '^x-': text }, additionalProperties: integer },
    [{ 'x-a': 'x', b: 1 }],
    [{ 'x-a': 1 }, { b: 'x' }],
  ),
};

const members: Readonly<Record<string, Judged>> = {
  'a typed map of a size': judged(
    { type: 'object', additionalProperties: text, minProperties: 1, maxProperties: 2 },
    [{ a: 'x' }, { a: 'x', b: 'x' }],
    [{}, { a: 'x', b: 'x', c: 'x' }, { a: 1 }],
  ),
  'a closed object of a size': judged(
    { ...closed({ a: {}, b: {}, c: {} }), maxProperties: 2 },
    [{ a: 1, b: 2 }],
    [{ a: 1, b: 2, c: 3 }],
  ),
  'a member that must be there and is described elsewhere': judged(
    { allOf: [object({ a: text }), { required: ['a'] }] },
    [{ a: 'x' }],
    [{}, { a: 1 }],
  ),
  'a member that is refused': judged(object({ a: false }), [{}, { b: 1 }], [{ a: 1 }]),
  'members that ask for others': judged(
    { type: 'object', dependentRequired: { a: ['b', 'c'] } },
    [{ b: 1 }, { a: 1, b: 1, c: 1 }],
    [{ a: 1 }, { a: 1, b: 1 }],
  ),
  'a tree': judged(
    reference('Tree'),
    [{ size: 1 }, { size: 1, branches: [{ size: 2, branches: [] }] }],
    [{}, { size: 1, branches: [{}] }, { size: 1, branches: [{ size: 'x' }] }],
  ),
  'a reference with others beside it': judged(
    { ...reference('Named'), maxProperties: 1 },
    [{ name: 'x' }],
    [{ name: 'x', a: 1 }, { name: 1 }],
  ),
};

const branches: Readonly<Record<string, Judged>> = {
  'exactly one of two that overlap': judged(
    { oneOf: [integer, { type: 'number', minimum: 2 }] },
    [1, 2.5],
    [2, 1.5, 'x'],
  ),
  'any of two that overlap': judged(
    { anyOf: [integer, { type: 'number', minimum: 2 }] },
    [1, 2, 2.5],
    [1.5, 'x'],
  ),
  'none of some': judged({ ...text, not: choice('a', 'b') }, ['c', ''], ['a', 1]),
  'a condition on a member': judged(
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    { if: object({ 'kind!': { const: 'a' } }), then: { required: ['size'] } },
    [{ kind: 'b' }, { kind: 'a', size: 1 }, {}],
    [{ kind: 'a' }],
  ),
  'nothing, and anything': judged({ anyOf: [false, { type: 'null' }] }, [null], [0, '', {}, []]),
};

const values: Readonly<Record<string, Judged>> = {
  'whole numbers, however they are written': judged(integer, [1, 1.0, -0, 1e3], [1.5, '1', null]),
  'decimal steps': judged({ ...number, multipleOf: 0.5 }, [1.5, -2], [0.3]),
  'limits that are excluded': judged({ exclusiveMinimum: 1, exclusiveMaximum: 2 }, [1.5, 'x'], [1, 2]),
  'lengths count characters': judged({ ...text, minLength: 2, maxLength: 2 }, ['😀😀', 'é1'], ['😀', 'abc']),
  'a pattern is found anywhere': judged({ ...text, pattern: 'b+' }, ['abc', 'b'], ['ac', '']),
  'a pattern of letters of any script': judged({ pattern: '^\\p{L}$' }, ['ä', 1], ['1', 'ab']),
  'lists and objects among values': judged(
    choice([1], { a: 1 }, null),
    [[1], { a: 1 }, null],
    [[], { a: 2 }],
  ),
  'elements that are told apart by their value': judged(
    { type: 'array', uniqueItems: true },
    [
      [1, '1', true],
      [{ a: 1 }, { a: 2 }],
    ],
    [
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [1, 1],
    ],
  ),
  'the first elements, and no more': judged(
    { type: 'array', prefixItems: [text, integer], items: false },
    [[], ['a'], ['a', 1]],
    [['a', 1, 2], [1]],
  ),
  'a number of elements that match': judged(
    { contains: integer, minContains: 2, maxContains: 3 },
    [[1, 2], [1, 'x', 2, 3], 'x'],
    [[1], [1, 2, 3, 4], []],
  ),
};

/** Schemas that validators get wrong, and those of everyday use. Judged by hand. */
export const schemas: Readonly<Record<string, Judged>> = {
  ...unevaluated,
  ...names,
  ...members,
  ...branches,
  ...values,
};

/** Ajv ignores the schema of a member of this name. */
export const ignored: Judged = judged(
  listing('__proto__', text),
  [{}, having('__proto__', 'x')],
  [having('__proto__', 1)],
);
