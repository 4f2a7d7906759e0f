import {
  choice,
  describing,
  integer,
  listOf,
  number,
  object,
  postPets,
  reference,
  type Schema,
  text,
  truth,
} from './describing.ts';
import { alike, type Change, edit, effectsInAnswer, effectsInRequest, type Json, type Pair } from './pair.ts';
import { type Edit, editAt, inAnswersAndRequests, items, property, top } from './places.ts';

/** A kind of pet: an object whose `kind` says which, and which has a member of its own. */
const kindOf = (kind: Schema, own: string): Json => object({ 'kind!': kind, [`${own}!`]: truth });

const cat = kindOf({ const: 'Cat' }, 'meows');
const dog = kindOf({ const: 'Dog' }, 'barks');
const bird = kindOf({ const: 'Bird' }, 'sings');

/** A union whose branches name the kind, which what stands beside it requires. */
const besideTag = (kind: Schema, own: Json): Json => ({
  ...object({ 'kind!': text }),
  oneOf: [{ allOf: [object({ kind }), own] }, object({ kind: { const: 'Dog' }, barks: truth })],
});

/** Unions whose branches stand in place. */
const branches: readonly Edit[] = [
  ...alike(
    { change: 'wider' },
    {
      'a branch is added to oneOf': editAt({ oneOf: [cat, dog] }, { oneOf: [cat, dog, bird] }, [
        top,
        property,
        items,
      ]),
      'a branch of plain values is added': editAt(
        { oneOf: [text, number] },
        { oneOf: [text, number, truth] },
        [property, items],
      ),
      'what tells a branch may be missing': editAt(
        { oneOf: [cat, dog] },
        { oneOf: [object({ kind: { const: 'Cat' }, 'meows!': truth }), dog] },
        [top, property],
      ),
      'a member changes of a branch that is told by a member which stands beside the union': editAt(
        besideTag({ const: 'Cat' }, object({ meows: truth })),
        besideTag({ const: 'Cat' }, object({ meows: { type: ['boolean', 'null'] } })),
      ),
    },
  ),
  ...alike(
    { change: 'narrower' },
    {
      'a branch is removed from oneOf': editAt({ oneOf: [cat, dog, bird] }, { oneOf: [cat, bird] }, [
        top,
        property,
      ]),
      'a branch demands a member': editAt(
        { anyOf: [cat, dog] },
        { anyOf: [cat, object({ 'kind!': { const: 'Dog' }, 'barks!': truth, 'breed!': text })] },
      ),
    },
  ),

  ...alike(
    { change: 'crossed' },
    {
      'a branch of plain values changes': editAt(
        { anyOf: [text, listOf(text)] },
        { anyOf: [text, listOf(integer)] },
      ),
      'the constants of two branches are crossed': editAt(
        { oneOf: [kindOf({ const: 'Cat' }, 'meows'), kindOf({ const: 'Dog' }, 'barks')] },
        { oneOf: [kindOf({ const: 'Dog' }, 'meows'), kindOf({ const: 'Cat' }, 'barks')] },
        [top, property],
      ),
    },
  ),

  ...alike(
    { change: 'wider, hard to see' },
    {
      'branches that overlap may both hold': editAt(
        { oneOf: [integer, { type: 'number', minimum: 10 }] },
        { anyOf: [integer, { type: 'number', minimum: 10 }] },
      ),
    },
  ),
  ...alike(
    { change: 'narrower, hard to see' },
    {
      'branches that overlap may no longer both hold': editAt(
        {
          anyOf: [
            { type: 'string', minLength: 3 },
            { type: 'string', maxLength: 5 },
          ],
        },
        {
          oneOf: [
            { type: 'string', minLength: 3 },
            { type: 'string', maxLength: 5 },
          ],
        },
      ),
    },
  ),
];

/** A union of which one branch requires the union itself, before what tells the branches apart. */
const packs = (name: Schema): Json =>
  describing({
    answer: reference('Pack'),
    schemas: {
      Pack: {
        oneOf: [
          object({ 'first!': reference('Pack'), 'kind!': choice('Pack') }),
          kindOf(choice('Dog'), 'barks'),
          object({ 'kind!': choice('Cat'), name }),
        ],
      },
    },
  });

const packPair: Pair = {
  name: 'a member changes of a union that refers to itself',
  before: packs(text),
  after: packs({ type: ['string', 'null'] }),
  ...effectsInAnswer('wider'),
  at: { operation: postPets, part: 'response 200', pointers: ['/name'] },
  proof: 'body',
};

/** A union with a discriminator: each branch is a component, named by the mapping or by its own name. */
interface Tagged {
  readonly schemas: Json;
  readonly of?: readonly string[];
  readonly mapping?: Readonly<Record<string, string>>;
}

interface TaggedEdit {
  readonly name: string;
  readonly before: Tagged;
  readonly after: Tagged;
  readonly change: Change;
  /** Where only the discriminator tells values apart. */
  readonly proof?: Pair['proof'];
}

const mapped = { cat: 'Feline', dog: 'Canine' };
const byConstants = {
  Feline: kindOf({ const: 'cat' }, 'meows'),
  Canine: kindOf({ const: 'dog' }, 'barks'),
};
const byMapping = { Feline: kindOf(text, 'meows'), Canine: kindOf(text, 'barks') };
const birds = { Bird: kindOf({ const: 'bird' }, 'sings') };

const taggedEdits: readonly TaggedEdit[] = [
  ...alike(
    { change: 'wider' },
    {
      'a branch is added with its mapping': edit(
        { schemas: byConstants, mapping: mapped },
        { schemas: { ...byConstants, ...birds }, mapping: { ...mapped, bird: 'Bird' } },
      ),
    },
  ),
  ...alike(
    { change: 'narrower' },
    {
      'the tag of a branch must be there': edit(
        { schemas: { Cat: object({ kind: { const: 'Cat' }, 'meows!': truth }), Dog: dog } },
        { schemas: { Cat: cat, Dog: dog } },
      ),
      'a branch is removed with its mapping': edit(
        { schemas: { ...byConstants, ...birds }, mapping: { ...mapped, bird: 'Bird' } },
        { schemas: byConstants, mapping: mapped },
      ),
    },
  ),
  ...alike(
    { change: 'wider, hard to see' },
    {
      'the tag of every branch may be missing': edit(
        { schemas: { Cat: cat, Dog: dog } },
        {
          schemas: {
            Cat: object({ kind: { const: 'Cat' }, 'meows!': truth }),
            Dog: object({ kind: { const: 'Dog' }, 'barks!': truth }),
          },
        },
      ),
    },
  ),
  ...alike(
    { change: 'crossed' },
    {
      'a mapping and the constants of its branches are crossed': edit(
        { schemas: byConstants, mapping: mapped },
        {
          schemas: { Feline: kindOf({ const: 'dog' }, 'meows'), Canine: kindOf({ const: 'cat' }, 'barks') },
          mapping: { cat: 'Canine', dog: 'Feline' },
        },
      ),
      'the constants under a mapping are crossed': edit(
        { schemas: byConstants, mapping: mapped },
        {
          schemas: { Feline: kindOf({ const: 'dog' }, 'meows'), Canine: kindOf({ const: 'cat' }, 'barks') },
          mapping: mapped,
        },
      ),
    },
  ),
  ...alike(
    { change: 'narrower', proof: 'policy' },
    {
      'a mapping without constants no longer names a branch twice': edit(
        { schemas: byMapping, mapping: { ...mapped, kitten: 'Feline' } },
        { schemas: byMapping, mapping: mapped },
      ),
    },
  ),
  ...alike(
    { change: 'crossed', proof: 'policy' },
    {
      'a mapping is crossed, the constants stay': edit(
        { schemas: byConstants, mapping: mapped },
        { schemas: byConstants, mapping: { cat: 'Canine', dog: 'Feline' } },
      ),
      'a mapping without constants is crossed': edit(
        { schemas: byMapping, mapping: mapped },
        { schemas: byMapping, mapping: { cat: 'Canine', dog: 'Feline' } },
      ),
      'a mapping without constants is renamed': edit(
        { schemas: byMapping, mapping: mapped },
        { schemas: byMapping, mapping: { kitten: 'Feline', dog: 'Canine' } },
      ),
      'a mapping takes the place of the names': edit(
        { schemas: byMapping },
        { schemas: byMapping, mapping: mapped },
      ),
    },
  ),
  ...alike(
    { change: 'same' },
    {
      'a mapping says what the names say': edit(
        { schemas: byMapping },
        { schemas: byMapping, mapping: { Feline: 'Feline', Canine: 'Canine' } },
      ),
      'a mapping of constants is added': edit(
        { schemas: byConstants },
        { schemas: byConstants, mapping: mapped },
      ),
    },
  ),
];

const taggedBody = ({ schemas, of = Object.keys(schemas), mapping }: Tagged): Json => ({
  type: 'object',
  oneOf: of.map(reference),
  discriminator: {
    propertyName: 'kind',
    ...(mapping && {
      mapping: Object.fromEntries(
        Object.entries(mapping).map(([tag, name]) => [tag, `#/components/schemas/${name}`]),
      ),
    }),
  },
});

const taggedPairs: readonly Pair[] = taggedEdits.flatMap(
  ({ name, before, after, change, proof = 'body' }): Pair[] => {
    const pointers = ['', '/kind', '/meows', '/barks', '/sings'];
    const placedAt = (part: string) =>
      change === 'same' ? {} : { at: { operation: postPets, part, pointers } };
    return [
      {
        name: `${name}: an answer`,
        before: describing({ answer: taggedBody(before), schemas: before.schemas }),
        after: describing({ answer: taggedBody(after), schemas: after.schemas }),
        ...effectsInAnswer(change),
        ...placedAt('response 200'),
        proof,
      },
      {
        name: `${name}: a request`,
        before: describing({ request: taggedBody(before), schemas: before.schemas }),
        after: describing({ request: taggedBody(after), schemas: after.schemas }),
        ...effectsInRequest(change),
        ...placedAt('request body'),
        proof,
      },
    ];
  },
);

/** Edits of unions: their branches, and what tells them apart. */
export const unionPairs: readonly Pair[] = [...inAnswersAndRequests(branches), packPair, ...taggedPairs];
