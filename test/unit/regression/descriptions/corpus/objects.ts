import { closed, integer, number, object, text } from './describing.ts';
import type { Pair } from './pair.ts';
import {
  anyBranch,
  behindAllOf,
  behindReferences,
  type Edit,
  inAnswersAndRequests,
  inSharedComponents,
  items,
  nested,
  property,
  recursive,
  tagged,
  top,
  untagged,
} from './places.ts';

const either = ['', '/owner'];

const demands: readonly Edit[] = [
  {
    name: 'a listed member becomes required',
    before: object({ owner: text }),
    after: object({ 'owner!': text }),
    change: 'narrower',
    below: either,
    places: [top, property, items, tagged, behindAllOf, behindReferences],
  },
  {
    name: 'a member is no longer required',
    before: object({ 'owner!': text }),
    after: object({ owner: text }),
    change: 'wider',
    below: either,
    places: [top, nested, untagged, anyBranch, recursive],
  },
  {
    name: 'a new member is required',
    before: object({ name: text }),
    after: object({ name: text, 'owner!': text }),
    change: 'narrower',
    below: either,
    places: [top, items],
  },
  {
    name: 'a member that is not listed is required',
    before: object({ name: text }),
    after: object({ name: text }, { required: ['owner'] }),
    change: 'narrower',
    below: either,
    places: [top],
  },
];

const openObjects: readonly Edit[] = [
  {
    name: 'an open object lists a member',
    before: object({ name: text }),
    after: object({ name: text, owner: text }),
    change: 'listed',
    below: either,
    places: [top, property, items, tagged, behindAllOf],
  },
  {
    name: 'an open object lists a member that may be anything',
    before: object({ name: text }),
    after: object({ name: text, owner: {} }),
    change: 'same',
    places: [top, items],
  },
  {
    name: 'an open object no longer lists a member',
    before: object({ name: text, owner: text }),
    after: object({ name: text }),
    change: 'wider',
    below: either,
    places: [top, nested, tagged, behindAllOf, recursive],
  },
  {
    name: 'an open object no longer has a required member',
    before: object({ name: text, 'owner!': text }),
    after: object({ name: text }),
    change: 'wider',
    below: either,
    places: [top],
  },
  {
    name: 'an open object renames a member',
    before: object({ name: text, owner: text }),
    after: object({ name: text, holder: text }),
    change: 'renamed',
    below: ['', '/owner', '/holder'],
    places: [top, items, untagged],
  },
  {
    name: 'an open object renames a required member',
    before: object({ name: text, 'owner!': text }),
    after: object({ name: text, 'holder!': text }),
    change: 'crossed',
    below: ['', '/owner', '/holder'],
    places: [top, behindReferences],
  },
];

const closedObjects: readonly Edit[] = [
  {
    name: 'an open object is closed',
    before: object({ owner: text }),
    after: closed({ owner: text }),
    change: 'narrower',
    below: ['', '/*'],
    places: [top, property, tagged],
  },
  {
    name: 'a closed object is opened',
    before: closed({ owner: text }),
    after: object({ owner: text }),
    change: 'wider',
    below: ['', '/*'],
    places: [top, nested, items, anyBranch, behindReferences],
  },
  {
    name: 'a closed object gets a member',
    before: closed({ name: text }),
    after: closed({ name: text, owner: text }),
    change: 'wider',
    below: either,
    places: [top, tagged],
  },
  {
    name: 'a closed object loses a member',
    before: closed({ name: text, owner: text }),
    after: closed({ name: text }),
    change: 'narrower',
    below: either,
    places: [top, items],
  },
  {
    name: 'a closed object renames a member',
    before: closed({ name: text, owner: text }),
    after: closed({ name: text, holder: text }),
    change: 'crossed',
    below: ['', '/owner', '/holder'],
    places: [top, untagged],
  },
];

const maps: readonly Edit[] = [
  {
    name: 'the values of a map change',
    before: object({}, { additionalProperties: text }),
    after: object({}, { additionalProperties: number }),
    change: 'crossed',
    below: ['', '/*'],
    places: [property],
  },
  {
    name: 'the values of a map may be anything',
    before: object({}, { additionalProperties: text }),
    after: object({}),
    change: 'wider',
    below: ['', '/*'],
    places: [top],
  },
  {
    name: 'the further members of an object get a type',
    before: object({ name: text }),
    after: object({ name: text }, { additionalProperties: integer }),
    change: 'narrower',
    below: ['', '/*'],
    places: [nested],
  },
  {
    name: 'minProperties is added',
    before: object({ owner: text }),
    after: object({ owner: text }, { minProperties: 1 }),
    change: 'narrower',
    places: [property],
  },
  {
    name: 'maxProperties rises',
    before: object({}, { maxProperties: 2 }),
    after: object({}, { maxProperties: 3 }),
    change: 'wider',
    places: [property],
  },
  {
    name: 'an object may be something else',
    before: object({ owner: text }),
    after: { properties: { owner: text } },
    change: 'wider',
    places: [property],
  },
];

/** Edits of which members an object has. */
export const objectPairs: readonly Pair[] = [
  ...inAnswersAndRequests([...demands, ...openObjects, ...closedObjects, ...maps]),
  ...inSharedComponents([
    {
      name: 'a listed member becomes required',
      before: object({ owner: text }),
      after: object({ 'owner!': text }),
      change: 'narrower',
      below: either,
    },
    {
      name: 'an open object lists a member',
      before: object({ name: text }),
      after: object({ name: text, owner: text }),
      change: 'listed',
      below: either,
    },
    {
      name: 'a closed object is opened',
      before: closed({ owner: text }),
      after: object({ owner: text }),
      change: 'wider',
      below: ['', '/*'],
    },
  ]),
];
