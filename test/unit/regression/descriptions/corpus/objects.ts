import { closed, integer, number, object, text } from './describing.ts';
import { alike, edit, type Pair } from './pair.ts';
import {
  anyBranch,
  behindAllOf,
  behindReferences,
  type Edit,
  editAt,
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

const demands: readonly Edit[] = [
  ...alike(
    { change: 'narrower' },
    {
      'a listed member becomes required': editAt(object({ owner: text }), object({ 'owner!': text }), [
        top,
        property,
        items,
        tagged,
        behindAllOf,
        behindReferences,
      ]),
    },
  ),
  ...alike(
    { change: 'wider' },
    {
      'a member is no longer required': editAt(object({ 'owner!': text }), object({ owner: text }), [
        top,
        nested,
        untagged,
        anyBranch,
        recursive,
      ]),
    },
  ),
];

const openObjects: readonly Edit[] = [
  ...alike(
    { change: 'listed' },
    {
      'an open object lists a member': editAt(object({ name: text }), object({ name: text, owner: text }), [
        top,
        property,
        items,
        tagged,
        behindAllOf,
      ]),
    },
  ),
  ...alike(
    { change: 'same' },
    {
      'an open object lists a member that may be anything': editAt(
        object({ name: text }),
        object({ name: text, owner: {} }),
        [top, items],
      ),
    },
  ),
  ...alike(
    { change: 'wider' },
    {
      'an open object no longer lists a member': editAt(
        object({ name: text, owner: text }),
        object({ name: text }),
        [top, nested, tagged, behindAllOf, recursive],
      ),
    },
  ),
  ...alike(
    { change: 'renamed' },
    {
      'an open object renames a member': editAt(
        object({ name: text, owner: text }),
        object({ name: text, holder: text }),
        [top, items, untagged],
      ),
    },
  ),
];

const closedObjects: readonly Edit[] = [
  ...alike(
    { change: 'narrower' },
    {
      'an open object is closed': editAt(object({ owner: text }), closed({ owner: text }), [
        top,
        property,
        tagged,
      ]),
      'a closed object loses a member': editAt(closed({ name: text, owner: text }), closed({ name: text }), [
        top,
        items,
      ]),
    },
  ),
  ...alike(
    { change: 'wider' },
    {
      'a closed object is opened': editAt(closed({ owner: text }), object({ owner: text }), [
        top,
        nested,
        items,
        anyBranch,
        behindReferences,
      ]),
      'a closed object gets a member': editAt(closed({ name: text }), closed({ name: text, owner: text }), [
        top,
        tagged,
      ]),
    },
  ),

  ...alike(
    { change: 'crossed' },
    {
      'a closed object renames a member': editAt(
        closed({ name: text, owner: text }),
        closed({ name: text, holder: text }),
        [top, untagged],
      ),
    },
  ),
];

const maps: readonly Edit[] = [
  ...alike(
    { change: 'crossed' },
    {
      'the values of a map change': editAt(
        object({}, { additionalProperties: text }),
        object({}, { additionalProperties: number }),
      ),
    },
  ),
  ...alike(
    { change: 'wider' },
    {
      'the values of a map may be anything': editAt(object({}, { additionalProperties: text }), object({}), [
        top,
      ]),
      'maxProperties rises': editAt(object({}, { maxProperties: 2 }), object({}, { maxProperties: 3 })),
      'an object may be something else': editAt(object({ owner: text }), { properties: { owner: text } }),
    },
  ),
  ...alike(
    { change: 'narrower' },
    {
      'the further members of an object get a type': editAt(
        object({ name: text }),
        object({ name: text }, { additionalProperties: integer }),
        [nested],
      ),
      'minProperties is added': editAt(
        object({ owner: text }),
        object({ owner: text }, { minProperties: 1 }),
      ),
    },
  ),
];

/** Edits of which members an object has. */
export const objectPairs: readonly Pair[] = [
  ...inAnswersAndRequests([...demands, ...openObjects, ...closedObjects, ...maps]),
  ...inSharedComponents([
    ...alike(
      { change: 'narrower' },
      { 'a listed member becomes required': edit(object({ owner: text }), object({ 'owner!': text })) },
    ),
    ...alike(
      { change: 'listed' },
      { 'an open object lists a member': edit(object({ name: text }), object({ name: text, owner: text })) },
    ),
    ...alike(
      { change: 'wider' },
      { 'a closed object is opened': edit(closed({ owner: text }), object({ owner: text })) },
    ),
  ]),
];
