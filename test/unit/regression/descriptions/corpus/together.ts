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
import { alike, edit, type Pair } from './pair.ts';
import { type Edit, editAt, inAnswersAndRequests, items, property, top } from './places.ts';

const cat = object({ 'kind!': { const: 'Cat' }, size: integer });
const dog = object({ 'kind!': { const: 'Dog' }, size: integer });

/** Edits that cancel each other out, or that what stands beside them hides. */
const hidden: readonly Edit[] = [
  ...alike(
    { change: 'same' },
    {
      'a value leaves one part of allOf, another never had it': editAt(
        { allOf: [choice('a', 'b', 'c'), choice('a', 'b')] },
        { allOf: [choice('a', 'b'), choice('b', 'a')] },
        [property],
      ),
      'a limit rises above what an enum has': editAt(
        { enum: [1, 2], maximum: 5 },
        { enum: [1, 2], maximum: 9 },
        [property],
      ),
      'a length is demanded that each value of an enum has': editAt(
        choice('long', 'longer'),
        { enum: ['long', 'longer'], minLength: 3 },
        [items],
      ),
      'a type is added that no value of an enum has': editAt(
        { type: 'string', enum: ['a', 'b'] },
        { type: ['string', 'number'], enum: ['a', 'b'] },
        [property],
      ),
      'a limit of text stands on numbers': editAt(
        { type: 'number' },
        { type: 'number', maxLength: 3, pattern: '^a$', minItems: 2 },
        [property],
      ),
      'a limit is said twice, and once less': editAt(
        { type: 'number', minimum: 3, allOf: [{ minimum: 1 }] },
        { type: 'number', minimum: 3 },
        [property],
      ),
      'a limit moves from a part of allOf to the whole': editAt(
        object({ a: text }, { allOf: [object({ a: { minLength: 2 } })] }),
        object({ a: { ...text, minLength: 2 } }, { allOf: [object({})] }),
        [top],
      ),
      'a demand moves from a part of allOf to the whole': editAt(
        { allOf: [object({ 'a!': text }), object({ b: number })] },
        { allOf: [object({ a: text }), object({ b: number })], required: ['a'] },
        [property],
      ),
      'two branches exchange their places and one is called otherwise': editAt(
        { oneOf: [cat, dog] },
        { anyOf: [dog, { allOf: [cat] }] },
        [items],
      ),
    },
  ),
  ...alike(
    { change: 'same, hard to see' },
    {
      'an integer has its lower limit as an exclusive one': editAt(
        { ...integer, minimum: 1 },
        { ...integer, exclusiveMinimum: 0 },
        [property],
      ),
      'the items of a list that is always empty change': editAt(
        listOf(text, { maxItems: 0 }),
        listOf(number, { maxItems: 0 }),
        [property],
      ),
      'a branch that another includes is removed': editAt(
        { anyOf: [text, { ...text, minLength: 3 }] },
        { anyOf: [text] },
        [property],
      ),
      'a branch that nothing matches is added': editAt({ oneOf: [cat, dog] }, { oneOf: [cat, dog, false] }, [
        top,
      ]),
      'a member is listed as what the further members are': editAt(
        object({}, { additionalProperties: text }),
        object({ name: text }, { additionalProperties: text }),
        [property],
      ),
    },
  ),
  ...alike(
    { change: 'crossed', below: ['', '/size', '/kind'] },
    {
      'a member leaves one branch and enters another': editAt(
        {
          oneOf: [
            closed({ 'kind!': { const: 'Cat' }, size: integer }),
            closed({ 'kind!': { const: 'Dog' } }),
          ],
        },
        {
          oneOf: [
            closed({ 'kind!': { const: 'Cat' } }),
            closed({ 'kind!': { const: 'Dog' }, size: integer }),
          ],
        },
        [top],
      ),
    },
  ),
  ...alike(
    { change: 'crossed', below: ['/a'] },
    {
      'a value of an enum goes while the type widens': editAt(
        object({ a: choice('x', 'y'), b: integer }),
        object({ a: choice('x'), b: number }),
        [property],
      ),
    },
  ),
  ...alike(
    { change: 'wider', below: ['', '/kind'] },
    {
      'a union turns from oneOf to anyOf and gets a branch': editAt(
        { oneOf: [cat, dog] },
        { anyOf: [cat, dog, object({ 'kind!': { const: 'Bird' } })] },
        [property],
      ),
    },
  ),
  ...alike(
    { change: 'wider' },
    {
      'a schema goes by way of a reference in allOf, and a limit falls': editAt(
        { ...text, minLength: 3 },
        { allOf: [text, { minLength: 2 }] },
        [property],
      ),
    },
  ),
  ...alike(
    { change: 'crossed' },
    { 'an enum of one as a const, of another value': editAt(choice('a'), { const: 'b' }, [property]) },
  ),
  ...alike(
    { change: 'narrower' },
    {
      'both limits of a range narrow': editAt(
        { ...number, minimum: 0, maximum: 10 },
        { ...number, minimum: 1, maximum: 9 },
        [property],
      ),
    },
  ),
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
  ...alike(
    {
      consumers: ['breaking'],
      providers: ['compatible'],
      at: { operation: postPets, part: 'request body', pointers: ['/colour'] },
      proof: 'body',
    },
    {
      'an answer allows more and a request allows less': edit(
        describing({ request: colours('red', 'blue'), answer: colours('red') }),
        describing({ request: colours('red'), answer: colours('red', 'blue') }),
      ),
    },
  ),
  ...alike(
    {
      consumers: ['compatible'],
      providers: ['breaking'],
      at: { operation: postPets, part: 'response 200', pointers: ['/colour'] },
      proof: 'body',
    },
    {
      'an answer allows less and a request allows more': edit(
        describing({ request: colours('red'), answer: colours('red', 'blue') }),
        describing({ request: colours('red', 'blue'), answer: colours('red') }),
      ),
    },
  ),
  ...alike(
    {
      consumers: ['compatible'],
      providers: ['breaking'],
      at: { operation: postPets, part: 'request body', pointers: ['/colour'] },
      proof: 'body',
    },
    {
      'a shared component widens, and the answer no longer uses it': edit(
        describing({
          request: reference('Pet'),
          answer: reference('Pet'),
          schemas: { Pet: colours('red') },
        }),
        describing({
          request: reference('Pet'),
          answer: colours('red'),
          schemas: { Pet: colours('red', 'blue') },
        }),
      ),
    },
  ),
  ...alike(
    {
      consumers: ['breaking'],
      providers: ['compatible'],
      at: { operation: 'GET /owners', part: 'response 200', pointers: ['/colour'] },
      proof: 'body',
    },
    {
      'a component that two operations use is told at the second, too': edit(
        describing({
          answer: reference('Pet'),
          schemas: { Pet: colours('red') },
          paths: { '/owners': { get: { responses: { '200': answering(reference('Pet')) } } } },
        }),
        describing({
          answer: reference('Pet'),
          schemas: { Pet: colours('red', 'blue') },
          paths: { '/owners': { get: { responses: { '200': answering(reference('Pet')) } } } },
        }),
      ),
    },
  ),
  ...alike(
    {
      consumers: ['compatible'],
      providers: ['breaking'],
      at: { operation: postPets, part: 'response 200', pointers: ['/b'] },
      proof: 'body',
    },
    {
      'two components exchange their names and one changes': edit(
        describing({
          answer: object({ a: reference('A'), b: reference('B') }),
          schemas: { A: text, B: number },
        }),
        describing({
          answer: object({ a: reference('B'), b: reference('A') }),
          schemas: { B: text, A: integer },
        }),
      ),
    },
  ),
  ...alike(
    {
      consumers: ['compatible'],
      providers: ['breaking'],
      at: { operation: postPets, part: 'response 200', pointers: ['/a'] },
      proof: 'body',
    },
    {
      'a limit stands beside a reference, in a schema that is referred to': edit(
        describing({
          answer: object({ a: reference('A') }),
          schemas: { A: reference('B'), B: text },
        }),
        describing({
          answer: object({ a: reference('A') }),
          schemas: { A: { ...reference('B'), maxLength: 3 }, B: text },
        }),
      ),
    },
  ),
  ...alike(
    {
      consumers: ['breaking'],
      providers: ['compatible'],
      at: { operation: postPets, part: 'response 200', pointers: ['/size'] },
      proof: 'body',
    },
    {
      'a member stands beside a reference, in a branch that is referred to, and has what tells it apart':
        edit(
          describing({ answer: byKind, schemas: kinds(integer) }),
          describing({ answer: byKind, schemas: kinds(number) }),
        ),
    },
  ),
  ...alike(
    {
      consumers: ['breaking'],
      providers: ['compatible'],
      at: { operation: postPets, part: 'response 200', pointers: ['/next/size'] },
      proof: 'body',
    },
    {
      'a recursive schema changes only from its second level on': edit(
        describing({
          answer: object({ next: reference('Tree') }),
          schemas: { Tree: object({ size: integer, next: reference('Tree') }) },
        }),
        describing({
          answer: object({ next: reference('Tree') }),
          schemas: { Tree: object({ size: number, next: reference('Tree') }) },
        }),
      ),
    },
  ),
  ...alike(
    { consumers: ['compatible', 'undecided'], providers: ['breaking', 'undecided'], proof: 'body' },
    {
      'OpenAPI 3.0 becomes 3.1, and a null is lost': edit(
        describing({ openapi: '3.0.3', answer: object({ a: { ...text, nullable: true } }) }),
        describing({ answer: object({ a: { ...text, nullable: true } }) }),
      ),
    },
  ),
];

/** Pairs with more than one edit, or with one that changes nothing. */
export const togetherPairs: readonly Pair[] = [...inAnswersAndRequests(hidden), ...apart];
