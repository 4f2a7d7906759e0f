import {
  answering,
  choice,
  closed,
  describing,
  integer,
  listOf,
  number,
  object,
  postPets,
  reference,
  type Schema,
  text,
} from './describing.ts';
import type { Pair } from './pair.ts';
import { type Edit, inAnswersAndRequests, items, property, top } from './places.ts';

const cat = object({ 'kind!': { const: 'Cat' }, size: integer });
const dog = object({ 'kind!': { const: 'Dog' }, size: integer });

/** Edits that cancel each other out, or that what stands beside them hides. */
const hidden: readonly Edit[] = [
  {
    name: 'a value leaves one part of allOf, another never had it',
    before: { allOf: [choice('a', 'b', 'c'), choice('a', 'b')] },
    after: { allOf: [choice('a', 'b'), choice('b', 'a')] },
    change: 'same',
    places: [property],
  },
  {
    name: 'a limit rises above what an enum has',
    before: { enum: [1, 2], maximum: 5 },
    after: { enum: [1, 2], maximum: 9 },
    change: 'same',
    places: [property],
  },
  {
    name: 'a length is demanded that each value of an enum has',
    before: choice('long', 'longer'),
    after: { enum: ['long', 'longer'], minLength: 3 },
    change: 'same',
    places: [items],
  },
  {
    name: 'a type is added that no value of an enum has',
    before: { type: 'string', enum: ['a', 'b'] },
    after: { type: ['string', 'number'], enum: ['a', 'b'] },
    change: 'same',
    places: [property],
  },
  {
    name: 'a limit of text stands on numbers',
    before: { type: 'number' },
    after: { type: 'number', maxLength: 3, pattern: '^a$', minItems: 2 },
    change: 'same',
    places: [property],
  },
  {
    name: 'a limit is said twice, and once less',
    before: { type: 'number', minimum: 3, allOf: [{ minimum: 1 }] },
    after: { type: 'number', minimum: 3 },
    change: 'same',
    places: [property],
  },
  {
    name: 'a limit moves from a part of allOf to the whole',
    before: object({ a: text }, { allOf: [object({ a: { minLength: 2 } })] }),
    after: object({ a: { ...text, minLength: 2 } }, { allOf: [object({})] }),
    change: 'same',
    places: [top],
  },
  {
    name: 'a demand moves from a part of allOf to the whole',
    before: { allOf: [object({ 'a!': text }), object({ b: number })] },
    after: { allOf: [object({ a: text }), object({ b: number })], required: ['a'] },
    change: 'same',
    places: [property],
  },
  {
    name: 'an integer has its lower limit as an exclusive one',
    before: { ...integer, minimum: 1 },
    after: { ...integer, exclusiveMinimum: 0 },
    change: 'same, hard to see',
    places: [property],
  },
  {
    name: 'the items of a list that is always empty change',
    before: listOf(text, { maxItems: 0 }),
    after: listOf(number, { maxItems: 0 }),
    change: 'same, hard to see',
    places: [property],
  },
  {
    name: 'a branch that another includes is removed',
    before: { anyOf: [text, { ...text, minLength: 3 }] },
    after: { anyOf: [text] },
    change: 'same, hard to see',
    places: [property],
  },
  {
    name: 'a branch that nothing matches is added',
    before: { oneOf: [cat, dog] },
    after: { oneOf: [cat, dog, false] },
    change: 'same, hard to see',
    places: [top],
  },
  {
    name: 'two branches exchange their places and one is called otherwise',
    before: { oneOf: [cat, dog] },
    after: { anyOf: [dog, { allOf: [cat] }] },
    change: 'same',
    places: [items],
  },
  {
    name: 'a member is listed as what the further members are',
    before: object({}, { additionalProperties: text }),
    after: object({ name: text }, { additionalProperties: text }),
    change: 'same, hard to see',
    places: [property],
  },
  {
    name: 'a member leaves one branch and enters another',
    before: {
      oneOf: [closed({ 'kind!': { const: 'Cat' }, size: integer }), closed({ 'kind!': { const: 'Dog' } })],
    },
    after: {
      oneOf: [closed({ 'kind!': { const: 'Cat' } }), closed({ 'kind!': { const: 'Dog' }, size: integer })],
    },
    change: 'crossed',
    below: ['', '/size', '/kind'],
    places: [top],
  },
  {
    name: 'a value of an enum goes while the type widens',
    before: object({ a: choice('x', 'y'), b: integer }),
    after: object({ a: choice('x'), b: number }),
    change: 'crossed',
    below: ['/a'],
    places: [property],
  },
  {
    name: 'a union turns from oneOf to anyOf and gets a branch',
    before: { oneOf: [cat, dog] },
    after: { anyOf: [cat, dog, object({ 'kind!': { const: 'Bird' } })] },
    change: 'wider',
    below: ['', '/kind'],
    places: [property],
  },
  {
    name: 'a schema goes by way of a reference in allOf, and a limit falls',
    before: { ...text, minLength: 3 },
    after: { allOf: [text, { minLength: 2 }] },
    change: 'wider',
    places: [property],
  },
  {
    name: 'an enum of one as a const, of another value',
    before: choice('a'),
    after: { const: 'b' },
    change: 'crossed',
    places: [property],
  },
  {
    name: 'both limits of a range narrow',
    before: { ...number, minimum: 0, maximum: 10 },
    after: { ...number, minimum: 1, maximum: 9 },
    change: 'narrower',
    places: [property],
  },
];

const colours = (...values: readonly string[]): Schema => object({ colour: choice(...values) });

const byKind: Schema = {
  oneOf: [reference('Cat'), reference('Dog')],
  discriminator: { propertyName: 'kind' },
};

/** Branches that say beside a reference which kind they are. */
const kinds = (size: Schema): Readonly<Record<string, Schema>> => ({
  Animal: object({ 'kind!': text }),
  Cat: { ...reference('Animal'), ...object({ kind: { const: 'cat' }, size }) },
  Dog: { ...reference('Animal'), ...object({ kind: { const: 'dog' } }) },
});

const apart: readonly Pair[] = [
  {
    name: 'an answer allows more and a request allows less',
    before: describing({ request: colours('red', 'blue'), answer: colours('red') }),
    after: describing({ request: colours('red'), answer: colours('red', 'blue') }),
    consumers: ['breaking'],
    providers: ['compatible'],
    at: { operation: postPets, part: 'request body', pointers: ['/colour'] },
    proof: 'body',
  },
  {
    name: 'an answer allows less and a request allows more',
    before: describing({ request: colours('red'), answer: colours('red', 'blue') }),
    after: describing({ request: colours('red', 'blue'), answer: colours('red') }),
    consumers: ['compatible'],
    providers: ['breaking'],
    at: { operation: postPets, part: 'response 200', pointers: ['/colour'] },
    proof: 'body',
  },
  {
    name: 'a shared component widens, and the answer no longer uses it',
    before: describing({
      request: reference('Pet'),
      answer: reference('Pet'),
      schemas: { Pet: colours('red') },
    }),
    after: describing({
      request: reference('Pet'),
      answer: colours('red'),
      schemas: { Pet: colours('red', 'blue') },
    }),
    consumers: ['compatible'],
    providers: ['breaking'],
    at: { operation: postPets, part: 'request body', pointers: ['/colour'] },
    proof: 'body',
  },
  {
    name: 'a component that two operations use is told at the second, too',
    before: describing({
      answer: reference('Pet'),
      schemas: { Pet: colours('red') },
      paths: { '/owners': { get: { responses: { '200': answering(reference('Pet')) } } } },
    }),
    after: describing({
      answer: reference('Pet'),
      schemas: { Pet: colours('red', 'blue') },
      paths: { '/owners': { get: { responses: { '200': answering(reference('Pet')) } } } },
    }),
    consumers: ['breaking'],
    providers: ['compatible'],
    at: { operation: 'GET /owners', part: 'response 200', pointers: ['/colour'] },
    proof: 'body',
  },
  {
    name: 'two components exchange their names and one changes',
    before: describing({
      answer: object({ a: reference('A'), b: reference('B') }),
      schemas: { A: text, B: number },
    }),
    after: describing({
      answer: object({ a: reference('B'), b: reference('A') }),
      schemas: { B: text, A: integer },
    }),
    consumers: ['compatible'],
    providers: ['breaking'],
    at: { operation: postPets, part: 'response 200', pointers: ['/b'] },
    proof: 'body',
  },
  {
    name: 'a limit stands beside a reference, in a schema that is referred to',
    before: describing({
      answer: object({ a: reference('A') }),
      schemas: { A: reference('B'), B: text },
    }),
    after: describing({
      answer: object({ a: reference('A') }),
      schemas: { A: { ...reference('B'), maxLength: 3 }, B: text },
    }),
    consumers: ['compatible'],
    providers: ['breaking'],
    at: { operation: postPets, part: 'response 200', pointers: ['/a'] },
    proof: 'body',
  },
  {
    name: 'a member stands beside a reference, in a branch that is referred to, and has what tells it apart',
    before: describing({ answer: byKind, schemas: kinds(integer) }),
    after: describing({ answer: byKind, schemas: kinds(number) }),
    consumers: ['breaking'],
    providers: ['compatible'],
    at: { operation: postPets, part: 'response 200', pointers: ['/size'] },
    proof: 'body',
  },
  {
    name: 'a recursive schema changes only from its second level on',
    before: describing({
      answer: object({ next: reference('Tree') }),
      schemas: { Tree: object({ size: integer, next: reference('Tree') }) },
    }),
    after: describing({
      answer: object({ next: reference('Tree') }),
      schemas: { Tree: object({ size: number, next: reference('Tree') }) },
    }),
    consumers: ['breaking'],
    providers: ['compatible'],
    at: { operation: postPets, part: 'response 200', pointers: ['/next/size'] },
    proof: 'body',
  },
  {
    name: 'OpenAPI 3.0 becomes 3.1, and a null is lost',
    before: describing({ openapi: '3.0.3', answer: object({ a: { ...text, nullable: true } }) }),
    after: describing({ answer: object({ a: { ...text, nullable: true } }) }),
    consumers: ['compatible', 'undecided'],
    providers: ['breaking', 'undecided'],
    proof: 'body',
  },
];

/** Pairs with more than one edit, or with one that changes nothing. */
export const togetherPairs: readonly Pair[] = [...inAnswersAndRequests(hidden), ...apart];
