import { closed, integer, listOf, number, object, type Schema, text, truth } from './describing.ts';
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
      'maxProperties of a map of objects is added': editAt(
        map({}, object({ 'a!': integer })),
        map({ maxProperties: 3 }, object({ 'a!': integer })),
        [property],
      ),
      'maxProperties of a map of lists is added': editAt(
        map({}, listOf(text, { minItems: 2 })),
        map({ maxProperties: 3 }, listOf(text, { minItems: 2 })),
        [items],
      ),
      'maxProperties of a large map is added': editAt(map({}), map({ maxProperties: 200 }), [top]),
      'maxProperties of a closed object is added': editAt(abc, { ...abc, maxProperties: 2 }, [property]),
      'minProperties of a map of texts rises': editAt(map({ minProperties: 1 }), map({ minProperties: 2 }), [
        property,
      ]),
      'minProperties of a closed object is added': editAt(abc, { ...abc, minProperties: 3 }, [mapValues]),
    },
  ),
  ...alike(
    { change: 'wider' },
    {
      'maxProperties of a map of texts rises': editAt(map({ maxProperties: 2 }), map({ maxProperties: 3 }), [
        property,
      ]),
      'maxProperties of a map of numbers is dropped': editAt(
        map({ maxProperties: 2 }, number),
        map({}, number),
        [items],
      ),
      'minProperties of a map of truths is dropped': editAt(
        map({ minProperties: 1 }, truth),
        map({}, truth),
        [property],
      ),
    },
  ),
];

const asking = (dependentRequired: Json): Json => ({ ...object({ a: text, b: integer }), dependentRequired });

const dependent: readonly Edit[] = [
  ...alike(
    { change: 'crossed' },
    {
      'a member asks for another one': editAt(asking({ a: ['b'] }), asking({ a: ['c'] }), [property]),
      'another member asks for the same': editAt(asking({ a: ['c'] }), asking({ b: ['c'] }), [top]),
    },
  ),
  ...alike(
    { change: 'narrower, proven' },
    {
      'a member asks for one more': editAt(asking({ a: ['b'] }), asking({ a: ['b', 'c'] }), [property]),
      'a second member asks for one': editAt(asking({ a: ['c'] }), asking({ a: ['c'], b: ['c'] }), [items]),
    },
  ),
  ...alike(
    { change: 'wider, proven' },
    {
      'a member asks for one less': editAt(asking({ a: ['b', 'c'] }), asking({ a: ['c'] }), [property]),
      'a member asks for none any more': editAt(asking({ a: ['b'], b: ['a'] }), asking({ a: ['b'] }), [
        nested,
      ]),
    },
  ),
];

const long = { ...text, minLength: 3 };
const short = { ...text, maxLength: 5 };
const [a, b, c] = ['a!', 'b!', 'c!'].map((name) => object({ [name]: integer }));
const many = Array.from({ length: 12 }, (_, index) => object({ [`m${index}!`]: integer }));
const without = (index: number) => many.toSpliced(index, 1);
const below = ['', '/a', '/b', '/*'];

const overlapping: readonly Edit[] = [
  ...alike(
    { change: 'narrower', below },
    {
      'anyOf of texts that overlap loses one': editAt({ anyOf: [long, short] }, { anyOf: [long] }, [
        property,
      ]),
      'anyOf of objects that overlap loses one': editAt({ anyOf: [a, b, c] }, { anyOf: [a, c] }, [
        top,
        items,
      ]),
      'anyOf of objects without demands loses one': editAt(
        { anyOf: [object({ a: text }), object({ b: integer })] },
        { anyOf: [object({ a: text })] },
        [property],
      ),
      'anyOf of closed objects that overlap loses one': editAt(
        { anyOf: [closed({ a: text }), closed({ b: integer })] },
        { anyOf: [closed({ a: text })] },
        [property],
      ),
      'anyOf of lists that overlap loses one': editAt(
        { anyOf: [listOf(text), listOf(integer)] },
        { anyOf: [listOf(text)] },
        [nested],
      ),
      'anyOf of a dozen objects loses the eighth': editAt({ anyOf: many }, { anyOf: without(7) }, [property]),
    },
  ),
  ...alike(
    { change: 'wider', below },
    {
      'anyOf of closed objects that overlap gets one': editAt(
        { anyOf: [closed({ a: text }), closed({ b: integer })] },
        { anyOf: [closed({ a: text }), closed({ b: integer }), closed({ c: truth })] },
        [property],
      ),
    },
  ),
  ...alike(
    { change: 'crossed', below },
    {
      'oneOf of texts that overlap loses one': editAt({ oneOf: [long, short] }, { oneOf: [long] }, [
        property,
      ]),
      'oneOf of objects that overlap loses one': editAt({ oneOf: [a, b, c] }, { oneOf: [a, c] }, [top]),
      'oneOf of objects that overlap becomes one of them': editAt({ oneOf: [a, b] }, a ?? {}, [property]),
      'oneOf of objects without demands loses one': editAt(
        { oneOf: [object({ a: text }), object({ b: integer })] },
        { oneOf: [object({ a: text })] },
        [property],
      ),
      'oneOf of objects that overlap gets one': editAt({ oneOf: [a, c] }, { oneOf: [a, b, c] }, [items]),
      'oneOf of a dozen objects loses the eighth': editAt({ oneOf: many }, { oneOf: without(7) }, [top]),
    },
  ),
];

const kind = (index: number): Json => object({ 'kind!': { const: `k${index}` }, 'size!': integer });
const kinds = Array.from({ length: 250 }, (_, index) => kind(index));
const steps = Array.from({ length: 250 }, (_, index) => ({ ...integer, multipleOf: index + 1_000 }));

const excess: readonly Edit[] = [
  ...alike(
    { change: 'narrower, proven' },
    {
      'one of 250 branches is removed': editAt({ oneOf: kinds }, { oneOf: kinds.toSpliced(137, 1) }, [top]),
      'one of 250 kinds of numbers is removed': editAt({ anyOf: steps }, { anyOf: steps.toSpliced(137, 1) }, [
        property,
      ]),
      'a member of one of 250 branches is limited': editAt(
        { anyOf: kinds },
        {
          anyOf: kinds.with(137, object({ 'kind!': { const: 'k137' }, 'size!': { ...integer, minimum: 1 } })),
        },
        [property],
      ),
    },
  ),
  ...alike(
    { change: 'wider, proven' },
    {
      'a branch is added to 250': editAt({ oneOf: kinds }, { oneOf: [...kinds, kind(500)] }, [property]),
    },
  ),
];

const sized = (format: string, schema: Json = integer): Json => ({ ...schema, format });

const formats: readonly Edit[] = [
  ...alike(
    { change: 'narrower' },
    {
      'int64 is added': editAt(integer, sized('int64'), [property, items]),
      'int64 is added to numbers': editAt(number, sized('int64', number), [property]),
      'int64 becomes int32': editAt(sized('int64'), sized('int32'), [property]),
      'int32 is added': editAt(integer, sized('int32'), [mapValues]),
    },
  ),
  ...alike(
    { change: 'wider' },
    {
      'int64 is dropped': editAt(sized('int64'), integer, [property]),
      'int32 becomes int64': editAt(sized('int32'), sized('int64'), [property]),
    },
  ),
];

/** Edits of schemas that only a value proves. */
export const provablePairs: readonly Pair[] = inAnswersAndRequests([
  ...sizes,
  ...dependent,
  ...overlapping,
  ...excess,
  ...formats,
]);
