import { choice, integer, listOf, number, object, text, truth } from './describing.ts';
import { alike, edit, type Pair } from './pair.ts';
import {
  anyBranch,
  behindAllOf,
  behindReferences,
  type Edit,
  editAt,
  everyPlace,
  inAnswersAndRequests,
  inSharedComponents,
  items,
  itemsOfItems,
  mapValues,
  nested,
  property,
  recursive,
  tagged,
  top,
  untagged,
} from './places.ts';

const fewColours = choice('red', 'blue');
const moreColours = choice('red', 'blue', 'green');
const otherColours = choice('red', 'green');
const textOrNull = { type: ['string', 'null'] };

const choices: readonly Edit[] = [
  ...alike(
    { change: 'wider' },
    {
      'a value is added to an enum': editAt(fewColours, moreColours, everyPlace),
      'an enum becomes any text': editAt(fewColours, text, [property, anyBranch]),
    },
  ),
  ...alike(
    { change: 'narrower' },
    {
      'a value is removed from an enum': editAt(moreColours, fewColours, [
        property,
        items,
        tagged,
        anyBranch,
        behindAllOf,
        recursive,
      ]),
      'any text becomes an enum': editAt(text, fewColours, [nested, recursive]),
    },
  ),
  ...alike(
    { change: 'crossed' },
    {
      'a value of an enum is replaced': editAt(fewColours, otherColours, [property, untagged, itemsOfItems]),
      'a const changes': editAt({ const: 'red' }, { const: 'blue' }, [
        top,
        property,
        tagged,
        behindReferences,
      ]),
      'numbers of an enum become texts': editAt(choice(1, 2), choice('1', '2'), [items]),
    },
  ),
];

const types: readonly Edit[] = [
  ...alike(
    { change: 'crossed' },
    {
      'text becomes a number': editAt(text, number, [
        top,
        property,
        items,
        untagged,
        behindReferences,
        recursive,
      ]),
      'truth becomes text': editAt(truth, text, [tagged]),
      'text becomes a list of texts': editAt(text, listOf(text), [nested]),
      'text becomes an object': editAt(text, object({ en: text }), [behindAllOf]),
    },
  ),
  ...alike(
    { change: 'wider' },
    {
      'integer becomes number': editAt(integer, number, [property, items, tagged]),
      'a type is added to a list of types': editAt(text, { type: ['string', 'number'] }, [
        property,
        recursive,
      ]),
      'the type is dropped': editAt(text, {}, [nested]),
      'null is allowed': editAt(text, textOrNull, [top, property, tagged, behindAllOf, mapValues]),
      'a pattern is dropped beside the format uuid': editAt(
        { ...text, format: 'uuid', pattern: '^[0-7]' },
        { ...text, format: 'uuid' },
      ),
      'one of two patterns is dropped': editAt(
        { ...text, allOf: [{ pattern: '^[a-z]+$' }, { pattern: 'qzj' }] },
        { ...text, pattern: '^[a-z]+$' },
      ),
    },
  ),
  ...alike(
    { change: 'narrower' },
    {
      'number becomes integer': editAt(number, integer, [property, anyBranch]),
      'a type is removed from a list of types': editAt({ type: ['string', 'number'] }, number, [items]),
      'a type is demanded': editAt({}, text, [items]),
      'null is no longer allowed': editAt(textOrNull, text, [property, untagged]),
      'a pattern is added beside the format date': editAt(
        { ...text, format: 'date' },
        { ...text, format: 'date', pattern: '^20' },
      ),
    },
  ),
  ...alike(
    { openapi: '3.0.3', change: 'wider' },
    { 'null is allowed by nullable': editAt(text, { ...text, nullable: true }, [property, items]) },
  ),
];

const limits: readonly Edit[] = [
  ...alike(
    { change: 'narrower' },
    {
      'minLength is added': editAt(text, { ...text, minLength: 1 }, [property, behindAllOf]),
      'minLength rises': editAt({ ...text, minLength: 2 }, { ...text, minLength: 5 }, [tagged]),
      'maxLength falls': editAt({ ...text, maxLength: 20 }, { ...text, maxLength: 10 }, [
        property,
        recursive,
      ]),
      'minimum rises': editAt({ ...integer, minimum: 0 }, { ...integer, minimum: 1 }),
      'multipleOf doubles': editAt({ ...number, multipleOf: 5 }, { ...number, multipleOf: 10 }),
      'minItems is added': editAt(listOf(text), listOf(text, { minItems: 1 })),
      'uniqueItems is demanded': editAt(
        listOf(choice('a', 'b')),
        listOf(choice('a', 'b'), { uniqueItems: true }),
      ),
    },
  ),
  ...alike(
    { change: 'wider' },
    {
      'minLength falls': editAt({ ...text, minLength: 5 }, { ...text, minLength: 2 }, [items]),
      'maxLength is dropped': editAt({ ...text, maxLength: 200 }, text, [nested]),
      'maximum rises': editAt({ ...number, maximum: 10 }, { ...number, maximum: 11 }, [property, anyBranch]),
      'exclusiveMaximum becomes maximum': editAt(
        { ...integer, exclusiveMaximum: 10 },
        { ...integer, maximum: 10 },
        [items],
      ),
      'multipleOf becomes finer': editAt({ ...number, multipleOf: 0.5 }, { ...number, multipleOf: 0.25 }, [
        nested,
      ]),
      'maxItems rises': editAt(listOf(text, { maxItems: 3 }), listOf(text, { maxItems: 4 })),
      'uniqueItems is dropped': editAt(listOf(text, { uniqueItems: true }), listOf(text), [top]),
    },
  ),
  ...alike(
    { change: 'crossed' },
    {
      'a range moves': editAt(
        { ...number, minimum: 0, maximum: 10 },
        { ...number, minimum: 5, maximum: 15 },
        [nested],
      ),
      'multipleOf is crossed': editAt({ ...integer, multipleOf: 4 }, { ...integer, multipleOf: 6 }, [items]),
    },
  ),
  ...alike(
    { openapi: '3.0.3', change: 'narrower' },
    {
      'exclusiveMinimum becomes true': editAt(
        { ...number, minimum: 0 },
        { ...number, minimum: 0, exclusiveMinimum: true },
      ),
    },
  ),
];

const texts: readonly Edit[] = [
  ...alike(
    { change: 'narrower' },
    {
      'a pattern is tightened': editAt(
        { ...text, pattern: '^[A-Z]{2,4}$' },
        { ...text, pattern: '^[A-Z]{3,4}$' },
        [property, untagged, behindReferences],
      ),
      'a pattern is added': editAt(text, { ...text, pattern: '^[^ ]+$' }),
      'a format is added': editAt(text, { ...text, format: 'date' }, [property, items]),
    },
  ),
  ...alike(
    { change: 'wider' },
    {
      'a pattern is loosened': editAt({ ...text, pattern: '^[A-Z]+$' }, { ...text, pattern: '^[A-Za-z]+$' }, [
        property,
        items,
        tagged,
      ]),
      'a pattern loses its end': editAt(
        { ...text, pattern: '^[0-9]{4}$' },
        { ...text, pattern: '^[0-9]{4}' },
        [nested],
      ),
      'a pattern is dropped': editAt({ ...text, pattern: '^[0-9]+$' }, text, [behindAllOf]),
      'a format is dropped': editAt({ ...text, format: 'uuid' }, text, [property, tagged]),
    },
  ),
  ...alike(
    { change: 'crossed' },
    {
      'a pattern is replaced': editAt(
        { ...text, pattern: '^[a-z]+-[0-9]+$' },
        { ...text, pattern: '^[0-9]+-[a-z]+$' },
      ),
      'a format changes': editAt({ ...text, format: 'date' }, { ...text, format: 'uuid' }, [nested]),
    },
  ),
];

/** Patterns that match the same texts, and formats whose values JSON Schema alone does not decide. */
const patternsAndFormats: readonly Edit[] = [
  {
    name: 'a pattern is rewritten',
    before: { ...text, pattern: '^(?:cat|dog)[0-9]{1,1}$' },
    after: { ...text, pattern: '^(dog|cat)\\d$' },
    change: 'same',
    places: [property],
  },
  {
    name: 'the width of an integer changes',
    before: { ...integer, format: 'int32' },
    after: { ...integer, format: 'int64' },
    change: 'wider, hard to see',
    places: [property],
  },
  {
    name: 'a format of their own is added',
    before: text,
    after: { ...text, format: 'pet-name' },
    change: 'narrower, hard to see',
    places: [property],
  },
];

/** Edits of the values that stand in one place. */
export const valuePairs: readonly Pair[] = [
  ...inAnswersAndRequests([...choices, ...types, ...limits, ...texts, ...patternsAndFormats]),
  ...inSharedComponents([
    ...alike(
      { change: 'wider' },
      {
        'a value is added to an enum': edit(fewColours, moreColours),
        'null is allowed': edit(text, textOrNull),
      },
    ),
    ...alike({ change: 'narrower' }, { 'a value is removed from an enum': edit(moreColours, fewColours) }),
  ]),
];
