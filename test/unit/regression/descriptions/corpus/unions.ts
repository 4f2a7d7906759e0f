import { choice, describing, object, postPets, reference, type Schema, text, truth } from './describing.ts';
import { alike, type Change, edit, effectsInAnswer, effectsInRequest, type Json, type Pair } from './pair.ts';
import { editsOf, inAnswersAndRequests } from './places.ts';

const kindOf = (kind: Schema, own: string): Json => object({ 'kind!': kind, [`${own}!`]: truth });

const cat = kindOf({ const: 'Cat' }, 'meows');
const dog = kindOf({ const: 'Dog' }, 'barks');
/** A union with a branch that requires the union itself, before the tag that distinguishes the branches. */
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

export const unionPairs: readonly Pair[] = [
  ...inAnswersAndRequests(editsOf('unions')),
  packPair,
  ...taggedPairs,
];
