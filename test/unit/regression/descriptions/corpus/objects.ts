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

const either = ['', '/owner'];

const demands: readonly Edit[] = [
  ...alike(
    { change: 'narrower', below: either },
    {
      'a listed member becomes required': editAt(object({ owner: text }), object({ 'owner!': text }), [
        top,
        property,
        items,
        tagged,
        behindAllOf,
        behindReferences,
      ]),
      'a new member is required': editAt(object({ name: text }), object({ name: text, 'owner!': text }), [
        top,
        items,
      ]),
      'a member that is not listed is required': editAt(
        object({ name: text }),
        object({ name: text }, { required: ['owner'] }),
        [top],
      ),
    },
  ),
  ...alike(
    { change: 'wider', below: either },
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
    { change: 'listed', below: either },
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
    { change: 'wider', below: either },
    {
      'an open object no longer lists a member': editAt(
        object({ name: text, owner: text }),
        object({ name: text }),
        [top, nested, tagged, behindAllOf, recursive],
      ),
      'an open object no longer has a required member': editAt(
        object({ name: text, 'owner!': text }),
        object({ name: text }),
        [top],
      ),
    },
  ),
  ...alike(
    { change: 'renamed', below: ['', '/owner', '/holder'] },
    {
      'an open object renames a member': editAt(
        object({ name: text, owner: text }),
        object({ name: text, holder: text }),
        [top, items, untagged],
      ),
    },
  ),
  ...alike(
    { change: 'crossed', below: ['', '/owner', '/holder'] },
    {
      'an open object renames a required member': editAt(
        object({ name: text, 'owner!': text }),
        object({ name: text, 'holder!': text }),
        [top, behindReferences],
      ),
    },
  ),
];

const closedObjects: readonly Edit[] = [
  ...alike(
    { change: 'narrower', below: ['', '/*'] },
    {
      'an open object is closed': editAt(object({ owner: text }), closed({ owner: text }), [
        top,
        property,
        tagged,
      ]),
    },
  ),
  ...alike(
    { change: 'wider', below: ['', '/*'] },
    {
      'a closed object is opened': editAt(closed({ owner: text }), object({ owner: text }), [
        top,
        nested,
        items,
        anyBranch,
        behindReferences,
      ]),
    },
  ),
  ...alike(
    { change: 'wider', below: either },
    {
      'a closed object gets a member': editAt(closed({ name: text }), closed({ name: text, owner: text }), [
        top,
        tagged,
      ]),
    },
  ),
  ...alike(
    { change: 'narrower', below: either },
    {
      'a closed object loses a member': editAt(closed({ name: text, owner: text }), closed({ name: text }), [
        top,
        items,
      ]),
    },
  ),
  ...alike(
    { change: 'crossed', below: ['', '/owner', '/holder'] },
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
    { change: 'crossed', below: ['', '/*'] },
    {
      'the values of a map change': editAt(
        object({}, { additionalProperties: text }),
        object({}, { additionalProperties: number }),
        [property],
      ),
    },
  ),
  ...alike(
    { change: 'wider', below: ['', '/*'] },
    {
      'the values of a map may be anything': editAt(object({}, { additionalProperties: text }), object({}), [
        top,
      ]),
    },
  ),
  ...alike(
    { change: 'narrower', below: ['', '/*'] },
    {
      'the further members of an object get a type': editAt(
        object({ name: text }),
        object({ name: text }, { additionalProperties: integer }),
        [nested],
      ),
    },
  ),
  ...alike(
    { change: 'narrower' },
    {
      'minProperties is added': editAt(
        object({ owner: text }),
        object({ owner: text }, { minProperties: 1 }),
        [property],
      ),
    },
  ),
  ...alike(
    { change: 'wider' },
    {
      'maxProperties rises': editAt(object({}, { maxProperties: 2 }), object({}, { maxProperties: 3 }), [
        property,
      ]),
      'an object may be something else': editAt(object({ owner: text }), { properties: { owner: text } }, [
        property,
      ]),
    },
  ),
];

/** Edits of which members an object has. */
export const objectPairs: readonly Pair[] = [
  ...inAnswersAndRequests([...demands, ...openObjects, ...closedObjects, ...maps]),
  ...inSharedComponents([
    ...alike(
      { change: 'narrower', below: either },
      { 'a listed member becomes required': edit(object({ owner: text }), object({ 'owner!': text })) },
    ),
    ...alike(
      { change: 'listed', below: either },
      { 'an open object lists a member': edit(object({ name: text }), object({ name: text, owner: text })) },
    ),
    ...alike(
      { change: 'wider', below: ['', '/*'] },
      { 'a closed object is opened': edit(closed({ owner: text }), object({ owner: text })) },
    ),
  ]),
];
