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
import { type Change, effectsInAnswer, effectsInRequest, type Json, type Pair } from './pair.ts';
import { type Edit, inAnswersAndRequests, items, property, top } from './places.ts';

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
  {
    name: 'a branch is added to oneOf',
    before: { oneOf: [cat, dog] },
    after: { oneOf: [cat, dog, bird] },
    change: 'wider',
    below: ['', '/kind'],
    places: [top, property, items],
  },
  {
    name: 'a branch is removed from oneOf',
    before: { oneOf: [cat, dog, bird] },
    after: { oneOf: [cat, bird] },
    change: 'narrower',
    below: ['', '/kind'],
    places: [top, property],
  },
  {
    name: 'a branch is added to anyOf',
    before: { anyOf: [cat, dog] },
    after: { anyOf: [cat, bird, dog] },
    change: 'wider',
    below: ['', '/kind'],
    places: [top],
  },
  {
    name: 'a branch is removed from anyOf',
    before: { anyOf: [cat, dog] },
    after: { anyOf: [dog] },
    change: 'narrower',
    below: ['', '/kind'],
    places: [items],
  },
  {
    name: 'one schema becomes a union',
    before: cat,
    after: { oneOf: [cat, dog] },
    change: 'wider',
    below: ['', '/kind'],
    places: [property],
  },
  {
    name: 'a union becomes one schema',
    before: { oneOf: [cat, dog] },
    after: dog,
    change: 'narrower',
    below: ['', '/kind'],
    places: [property],
  },
  {
    name: 'a branch of plain values is added',
    before: { oneOf: [text, number] },
    after: { oneOf: [text, number, truth] },
    change: 'wider',
    places: [property, items],
  },
  {
    name: 'a branch of plain values changes',
    before: { anyOf: [text, listOf(text)] },
    after: { anyOf: [text, listOf(integer)] },
    change: 'crossed',
    below: ['', '/*'],
    places: [property],
  },
  {
    name: 'the constants of two branches are crossed',
    before: { oneOf: [kindOf({ const: 'Cat' }, 'meows'), kindOf({ const: 'Dog' }, 'barks')] },
    after: { oneOf: [kindOf({ const: 'Dog' }, 'meows'), kindOf({ const: 'Cat' }, 'barks')] },
    change: 'crossed',
    below: ['', '/kind', '/meows', '/barks'],
    places: [top, property],
  },
  {
    name: 'the constant of a branch changes',
    before: { oneOf: [cat, dog] },
    after: { oneOf: [kindOf({ const: 'Kitten' }, 'meows'), dog] },
    change: 'crossed',
    below: ['', '/kind'],
    places: [top],
  },
  {
    name: 'a branch has a second constant',
    before: { oneOf: [cat, dog] },
    after: { oneOf: [kindOf(choice('Cat', 'Kitten'), 'meows'), dog] },
    change: 'wider',
    below: ['', '/kind'],
    places: [top],
  },
  {
    name: 'a branch demands a member',
    before: { anyOf: [cat, dog] },
    after: { anyOf: [cat, object({ 'kind!': { const: 'Dog' }, 'barks!': truth, 'breed!': text })] },
    change: 'narrower',
    below: ['', '/breed'],
    places: [property],
  },
  {
    name: 'what tells a branch may be missing',
    before: { oneOf: [cat, dog] },
    after: { oneOf: [object({ kind: { const: 'Cat' }, 'meows!': truth }), dog] },
    change: 'wider',
    below: ['/kind'],
    places: [top, property],
  },
  {
    name: 'a member changes of a branch that is told by a member which stands beside the union',
    before: besideTag({ const: 'Cat' }, object({ meows: truth })),
    after: besideTag({ const: 'Cat' }, object({ meows: { type: ['boolean', 'null'] } })),
    change: 'wider',
    below: ['/meows'],
    places: [property],
  },
  {
    name: 'branches that overlap may both hold',
    before: { oneOf: [integer, { type: 'number', minimum: 10 }] },
    after: { anyOf: [integer, { type: 'number', minimum: 10 }] },
    change: 'wider, hard to see',
    places: [property],
  },
  {
    name: 'branches that overlap may no longer both hold',
    before: {
      anyOf: [
        { type: 'string', minLength: 3 },
        { type: 'string', maxLength: 5 },
      ],
    },
    after: {
      oneOf: [
        { type: 'string', minLength: 3 },
        { type: 'string', maxLength: 5 },
      ],
    },
    change: 'narrower, hard to see',
    places: [property],
  },
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
}

const mapped = { cat: 'Feline', dog: 'Canine' };
const byConstants = {
  Feline: kindOf({ const: 'cat' }, 'meows'),
  Canine: kindOf({ const: 'dog' }, 'barks'),
};
const byMapping = { Feline: kindOf(text, 'meows'), Canine: kindOf(text, 'barks') };
const birds = { Bird: kindOf({ const: 'bird' }, 'sings') };

const taggedEdits: readonly TaggedEdit[] = [
  {
    name: 'a branch is added under a discriminator',
    before: { schemas: { Cat: cat, Dog: dog } },
    after: { schemas: { Cat: cat, Dog: dog, Bird: bird } },
    change: 'wider',
  },
  {
    name: 'a branch is removed under a discriminator',
    before: { schemas: { Cat: cat, Dog: dog, Bird: bird } },
    after: { schemas: { Cat: cat, Dog: dog, Bird: bird }, of: ['Cat', 'Dog'] },
    change: 'narrower',
  },
  {
    name: 'the tag of a branch may be missing',
    before: { schemas: { Cat: cat, Dog: dog } },
    after: { schemas: { Cat: object({ kind: { const: 'Cat' }, 'meows!': truth }), Dog: dog } },
    change: 'wider',
  },
  {
    name: 'the tag of a branch must be there',
    before: { schemas: { Cat: object({ kind: { const: 'Cat' }, 'meows!': truth }), Dog: dog } },
    after: { schemas: { Cat: cat, Dog: dog } },
    change: 'narrower',
  },
  {
    name: 'the tag of every branch may be missing',
    before: { schemas: { Cat: cat, Dog: dog } },
    after: {
      schemas: {
        Cat: object({ kind: { const: 'Cat' }, 'meows!': truth }),
        Dog: object({ kind: { const: 'Dog' }, 'barks!': truth }),
      },
    },
    change: 'wider, hard to see',
  },
  {
    name: 'a branch is added with its mapping',
    before: { schemas: byConstants, mapping: mapped },
    after: { schemas: { ...byConstants, ...birds }, mapping: { ...mapped, bird: 'Bird' } },
    change: 'wider',
  },
  {
    name: 'a branch is removed with its mapping',
    before: { schemas: { ...byConstants, ...birds }, mapping: { ...mapped, bird: 'Bird' } },
    after: { schemas: byConstants, mapping: mapped },
    change: 'narrower',
  },
  {
    name: 'a mapping and the constants of its branches are crossed',
    before: { schemas: byConstants, mapping: mapped },
    after: {
      schemas: { Feline: kindOf({ const: 'dog' }, 'meows'), Canine: kindOf({ const: 'cat' }, 'barks') },
      mapping: { cat: 'Canine', dog: 'Feline' },
    },
    change: 'crossed',
  },
  {
    name: 'the constants under a mapping are crossed',
    before: { schemas: byConstants, mapping: mapped },
    after: {
      schemas: { Feline: kindOf({ const: 'dog' }, 'meows'), Canine: kindOf({ const: 'cat' }, 'barks') },
      mapping: mapped,
    },
    change: 'crossed',
  },
  {
    name: 'a mapping and its constant are renamed',
    before: { schemas: byConstants, mapping: mapped },
    after: {
      schemas: { ...byConstants, Feline: kindOf({ const: 'kitten' }, 'meows') },
      mapping: { kitten: 'Feline', dog: 'Canine' },
    },
    change: 'crossed',
  },
  {
    name: 'a mapping is crossed, the constants stay',
    before: { schemas: byConstants, mapping: mapped },
    after: { schemas: byConstants, mapping: { cat: 'Canine', dog: 'Feline' } },
    change: 'crossed, hard to see',
  },
  {
    name: 'a mapping without constants is crossed',
    before: { schemas: byMapping, mapping: mapped },
    after: { schemas: byMapping, mapping: { cat: 'Canine', dog: 'Feline' } },
    change: 'crossed, hard to see',
  },
  {
    name: 'a mapping without constants is renamed',
    before: { schemas: byMapping, mapping: mapped },
    after: { schemas: byMapping, mapping: { kitten: 'Feline', dog: 'Canine' } },
    change: 'crossed, hard to see',
  },
  {
    name: 'a mapping without constants names a branch twice',
    before: { schemas: byMapping, mapping: mapped },
    after: { schemas: byMapping, mapping: { ...mapped, kitten: 'Feline' } },
    change: 'wider, hard to see',
  },
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

const taggedPairs: readonly Pair[] = taggedEdits.flatMap(({ name, before, after, change }) => {
  const at = (part: string) => ({
    operation: postPets,
    part,
    pointers: ['', '/kind', '/meows', '/barks', '/sings'],
  });
  return [
    {
      name: `${name}: an answer`,
      before: describing({ answer: taggedBody(before), schemas: before.schemas }),
      after: describing({ answer: taggedBody(after), schemas: after.schemas }),
      ...effectsInAnswer(change),
      at: at('response 200'),
      proof: 'body',
    },
    {
      name: `${name}: a request`,
      before: describing({ request: taggedBody(before), schemas: before.schemas }),
      after: describing({ request: taggedBody(after), schemas: after.schemas }),
      ...effectsInRequest(change),
      at: at('request body'),
      proof: 'body',
    },
  ];
});

/** Edits of unions: their branches, and what tells them apart. */
export const unionPairs: readonly Pair[] = [...inAnswersAndRequests(branches), packPair, ...taggedPairs];
