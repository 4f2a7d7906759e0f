import {
  closed,
  describing,
  integer,
  json,
  listOf,
  number,
  object,
  type Schema,
  text,
  truth,
} from './describing.ts';
import { alike, type Json, type Pair } from './pair.ts';
import {
  type Edit,
  editAt,
  inAnswersAndRequests,
  items,
  mapValues,
  nested,
  property,
  top,
} from './places.ts';

const map = (more: Json, additionalProperties: Schema = text): Json => ({
  type: 'object',
  additionalProperties,
  ...more,
});
const abc = closed({ a: text, b: text, c: text });

const sizes: readonly Edit[] = [
  ...alike(
    { change: 'narrower' },
    {
      'maxProperties of a map of texts is added': editAt(map({}), map({ maxProperties: 2 }), [top, property]),
      'maxProperties of a map of texts falls': editAt(map({ maxProperties: 5 }), map({ maxProperties: 2 }), [
        nested,
      ]),
      'maxProperties of a map of lists is added': editAt(
        map({}, listOf(text, { minItems: 2 })),
        map({ maxProperties: 3 }, listOf(text, { minItems: 2 })),
        [items],
      ),
      'maxProperties of a large map is added': editAt(map({}), map({ maxProperties: 200 }), [top]),
      'minProperties of a map of texts rises': editAt(map({ minProperties: 1 }), map({ minProperties: 2 })),
      'minProperties of a closed object is added': editAt(abc, { ...abc, minProperties: 3 }, [mapValues]),
    },
  ),
  ...alike(
    { change: 'wider' },
    {
      'maxProperties of a map of numbers is dropped': editAt(
        map({ maxProperties: 2 }, number),
        map({}, number),
        [items],
      ),
      'minProperties of a map of truths is dropped': editAt(map({ minProperties: 1 }, truth), map({}, truth)),
    },
  ),
];

const asking = (dependentRequired: Json): Json => ({ ...object({ a: text, b: integer }), dependentRequired });

const dependent: readonly Edit[] = [
  ...alike(
    { change: 'crossed' },
    {
      'a member asks for another one': editAt(asking({ a: ['b'] }), asking({ a: ['c'] })),
    },
  ),
  ...alike(
    { change: 'narrower, proven' },
    {
      'a member asks for one more': editAt(asking({ a: ['b'] }), asking({ a: ['b', 'c'] })),
    },
  ),
  ...alike(
    { change: 'wider, proven' },
    {
      'a member asks for one less': editAt(asking({ a: ['b', 'c'] }), asking({ a: ['c'] })),
    },
  ),
];

const long = { ...text, minLength: 3 };
const short = { ...text, maxLength: 5 };
const [a, b, c] = ['a!', 'b!', 'c!'].map((name) => object({ [name]: integer }));
const many = Array.from({ length: 12 }, (_, index) => object({ [`m${index}!`]: integer }));
const undemanding = Array.from({ length: 6 }, (_, index) => object({ [`m${index}`]: integer }));
const without = (index: number) => many.toSpliced(index, 1);

const overlapping: readonly Edit[] = [
  ...alike(
    { change: 'narrower' },
    {
      'anyOf of texts that overlap loses one': editAt({ anyOf: [long, short] }, { anyOf: [long] }),
      'anyOf of objects that overlap loses one': editAt({ anyOf: [a, b, c] }, { anyOf: [a, c] }, [
        top,
        items,
      ]),
      'anyOf of objects without demands loses one': editAt(
        { anyOf: [object({ a: text }), object({ b: integer })] },
        { anyOf: [object({ a: text })] },
      ),
      'anyOf of closed objects that overlap loses one': editAt(
        { anyOf: [closed({ a: text }), closed({ b: integer })] },
        { anyOf: [closed({ a: text })] },
      ),
      'anyOf of lists that overlap loses one': editAt(
        { anyOf: [listOf(text), listOf(integer)] },
        { anyOf: [listOf(text)] },
        [nested],
      ),
    },
  ),
  ...alike(
    { change: 'wider' },
    {
      'anyOf of closed objects that overlap gets one': editAt(
        { anyOf: [closed({ a: text }), closed({ b: integer })] },
        { anyOf: [closed({ a: text }), closed({ b: integer }), closed({ c: truth })] },
      ),
    },
  ),
  ...alike(
    { change: 'crossed' },
    {
      'oneOf of texts that overlap loses one': editAt({ oneOf: [long, short] }, { oneOf: [long] }),
      'oneOf of objects that overlap loses one': editAt({ oneOf: [a, b, c] }, { oneOf: [a, c] }, [top]),
      'oneOf of objects without demands loses one': editAt(
        { oneOf: [object({ a: text }), object({ b: integer })] },
        { oneOf: [object({ a: text })] },
      ),
      'oneOf of objects that overlap gets one': editAt({ oneOf: [a, c] }, { oneOf: [a, b, c] }, [items]),
      'oneOf of objects without demands gets a third': editAt(
        { oneOf: [object({ a: text }), object({ b: integer })] },
        { oneOf: [object({ a: text }), object({ b: integer }), object({ c: truth })] },
        [top, property],
      ),
      'oneOf of objects without demands loses one of six': editAt(
        { oneOf: undemanding },
        { oneOf: undemanding.toSpliced(4, 1) },
        [nested],
      ),
      'oneOf of a dozen objects loses the eighth': editAt({ oneOf: many }, { oneOf: without(7) }, [top]),
    },
  ),
];

const kind = (index: number): Json => object({ 'kind!': { const: `k${index}` }, 'size!': integer });
const kinds = Array.from({ length: 202 }, (_, index) => kind(index));
const steps = Array.from({ length: 202 }, (_, index) => ({ ...integer, multipleOf: index + 1_000 }));

const excess: readonly Edit[] = [
  ...alike(
    { change: 'narrower, proven' },
    {
      'one of 202 branches is removed': editAt({ oneOf: kinds }, { oneOf: kinds.toSpliced(137, 1) }, [top]),
      'one of 202 kinds of numbers is removed': editAt({ anyOf: steps }, { anyOf: steps.toSpliced(137, 1) }),
      'a member of one of 202 branches is limited': editAt(
        { anyOf: kinds },
        {
          anyOf: kinds.with(137, object({ 'kind!': { const: 'k137' }, 'size!': { ...integer, minimum: 1 } })),
        },
      ),
    },
  ),
  ...alike(
    { change: 'wider, proven' },
    { 'a branch is added to 202': editAt({ oneOf: kinds }, { oneOf: [...kinds, kind(500)] }) },
  ),
];

const sized = (format: string, schema: Json = integer): Json => ({ ...schema, format });

const formats: readonly Edit[] = [
  ...alike(
    { change: 'narrower' },
    {
      'int64 is added': editAt(integer, sized('int64'), [property, items]),
      'int64 becomes int32': editAt(sized('int64'), sized('int32')),
      'int32 is added': editAt(integer, sized('int32'), [mapValues]),
    },
  ),
  ...alike(
    { change: 'wider' },
    {
      'int64 is dropped': editAt(sized('int64'), integer),
    },
  ),
];

/** Names that every object inherits. */
const names: readonly Edit[] = [
  ...alike(
    { change: 'crossed' },
    {
      'a member called toString is of another type': editAt(
        object({ toString: text }),
        object({ toString: integer }),
        [top, property],
      ),
    },
  ),
  ...alike(
    { change: 'narrower' },
    {
      'a member called constructor becomes required': editAt(
        object({ constructor: text }),
        object({ 'constructor!': text }),
      ),
    },
  ),
];

const withDemands = object({ 'a!': text, 'b!': integer }, { additionalProperties: text });

const others: readonly Edit[] = [
  ...alike(
    { change: 'narrower' },
    {
      'maxProperties is added beside demands': editAt(withDemands, { ...withDemands, maxProperties: 2 }),
      'minProperties is added beside demands': editAt(withDemands, { ...withDemands, minProperties: 4 }, [
        items,
      ]),
    },
  ),
  ...alike(
    { change: 'narrower, proven' },
    {
      'a branch evaluates fewer members': editAt(
        { anyOf: [map({}, {}), true], unevaluatedProperties: truth },
        { anyOf: [map({}, text), true], unevaluatedProperties: truth },
      ),
      'what no branch evaluates is refused': editAt(
        { anyOf: [a, b] },
        { anyOf: [a, b], unevaluatedProperties: false },
      ),
      'what no dependent schema evaluates is refused': editAt(
        { ...object({ a: text }), dependentSchemas: { a: object({ b: text }) } },
        {
          ...object({ a: text }),
          dependentSchemas: { a: object({ b: text }) },
          unevaluatedProperties: false,
        },
        [top],
      ),
    },
  ),
  ...alike(
    { change: 'same, hard to see' },
    { 'double is added, which every number is': editAt(number, sized('double', number), [property]) },
  ),
  ...alike(
    { change: 'unknown' },
    { 'a default is added': editAt(integer, { ...integer, default: 1 }, [property]) },
  ),
  ...alike(
    { change: 'crossed' },
    {
      'a default changes': editAt({ ...integer, default: 1 }, { ...integer, default: 2 }),
      'a default is dropped': editAt({ ...text, default: 'a' }, text, [items]),
      'a default is dropped with all else': editAt({ ...integer, default: 1 }, {}),
    },
  ),
];

const thing = (mark: Json) => {
  const body = object({ 'id!': { ...text, ...mark }, name: text });
  return describing({ openapi: '3.0.3', request: body, answer: body });
};
const marked = (name: string, before: Json, after: Json) => ({
  ...{ name, before: thing(before), after: thing(after), proof: 'exchange' as const },
});

/** In OpenAPI 3.0, a member that is `readOnly` is required in answers alone. A change of the mark itself is undecided. */
const marks: readonly Pair[] = [
  {
    ...marked('a required member is no longer readOnly', { readOnly: true }, {}),
    ...{ consumers: ['breaking'], providers: ['undecided'], at: { part: 'request body', pointers: ['/id'] } },
  },
  {
    ...marked('a required member is no longer writeOnly', { writeOnly: true }, {}),
    ...{ consumers: ['undecided'], providers: ['breaking'], at: { part: 'response 200', pointers: ['/id'] } },
  },
];

const webhookOf = (schema: Json): Json => ({
  webhooks: { changed: { post: { requestBody: { content: json(schema) } } } },
});
const webhook = webhookOf(text);
const webhooks: readonly Pair[] = [
  {
    name: 'the body of a webhook changes',
    ...{ before: describing({ top: webhook }), after: describing({ top: webhookOf(number) }) },
    ...{ consumers: ['breaking'], providers: ['breaking'], at: { part: 'request body' }, proof: 'exchange' },
  },
  {
    name: 'a webhook is no longer described',
    ...{ before: describing({ top: webhook }), after: describing({}) },
    ...{ consumers: ['breaking'], providers: ['breaking'], at: { part: 'webhook' }, proof: 'exchange' },
  },
  {
    name: 'a webhook is described',
    ...{ before: describing({}), after: describing({ top: webhook }) },
    ...{ consumers: ['compatible'], providers: ['undecided'], at: { part: 'webhook' }, proof: 'exchange' },
  },
];

const schemaPairs = inAnswersAndRequests([
  ...sizes,
  ...dependent,
  ...overlapping,
  ...excess,
  ...formats,
  ...names,
  ...others,
]);

/** Edits that a value proves, and structure alone hardly does. */
export const provablePairs: readonly Pair[] = [...schemaPairs, ...marks, ...webhooks];
