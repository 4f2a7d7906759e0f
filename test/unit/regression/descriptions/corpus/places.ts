import {
  listOf as aListOf,
  anything,
  text as aText,
  type Form,
  maybe,
  oneOf,
  row,
  tableOf,
  yamlOf,
} from '../../../../support/yaml-rows.ts';
import { describing, listOf, object, postPets, reference, type Schema, text } from './describing.ts';
import {
  type Change,
  effectsInAnswer,
  effectsInBoth,
  effectsInRequest,
  type Json,
  type Pair,
} from './pair.ts';

export interface Place {
  readonly name: string;
  readonly pointer: string;
  readonly put: (schema: Schema) => { readonly body: Schema; readonly schemas: Json };
}

function place(
  name: string,
  pointer: string,
  bodyWith: (schema: Schema) => Schema,
  schemasWith: (schema: Schema) => Json = () => ({}),
): Place {
  return { name, pointer, put: (schema) => ({ body: bodyWith(schema), schemas: schemasWith(schema) }) };
}

export const property = place('a property', '/size', (size) => object({ 'name!': text, size }));

const itemsOfItems = place('the items of lists in a list', '/*/*', (size) => listOf(listOf(size)));

const catOrDog = [reference('Cat'), reference('Dog')];
const catAndDog = (size: Schema): Json => ({
  Cat: object({ 'kind!': { const: 'Cat' }, size }),
  Dog: object({ 'kind!': { const: 'Dog' }, breed: text }),
});
const tagged = { type: 'object', oneOf: catOrDog, discriminator: { propertyName: 'kind' } };
const tree = (size: Schema): Json => object({ size, branches: listOf(reference('Tree')) });

const places = {
  top: place('the body', '', (schema) => schema),
  property,
  nested: place('a nested property', '/home/room/size', (size) =>
    object({ home: object({ room: object({ size }) }) }),
  ),
  items: place('the items of a list', '/sizes/*', (size) => object({ sizes: listOf(size) })),
  itemsOfItems,
  tagged: place('a branch of oneOf with a discriminator', '/size', () => tagged, catAndDog),
  untagged: place('a branch of oneOf with constants', '/size', () => ({ oneOf: catOrDog }), catAndDog),
  anyBranch: place(
    ...(['a branch of anyOf', '/pet/size'] as const),
    () => object({ pet: { anyOf: catOrDog.toReversed() } }),
    catAndDog,
  ),
  behindAllOf: place(
    ...(['a part of allOf', '/size'] as const),
    () => ({ allOf: [reference('Animal'), object({ 'name!': text })] }),
    (size) => ({ Animal: object({ size, age: { type: 'integer' } }) }),
  ),
  behindReferences: place(
    ...(['a reference to a reference', '/size'] as const),
    () => object({ size: reference('Size') }),
    (size) => ({ Size: reference('Extent'), Extent: size }),
  ),
  recursive: place(
    'a recursive schema',
    '/size',
    () => reference('Tree'),
    (size) => ({ Tree: tree(size) }),
  ),
  mapValues: place('the values of a map', '/sizes/*', (size) =>
    object({ sizes: { type: 'object', additionalProperties: size } }),
  ),
} satisfies Readonly<Record<string, Place>>;

const everyPlace = Object.values<Place>(places).filter((place) => place !== itemsOfItems);

export interface Edit {
  readonly name: string;
  readonly before: Schema;
  readonly after: Schema;
  readonly change: Change;
  readonly places: readonly Place[];
  readonly openapi?: string;
}

const schema = anything as Form<Schema>;
const placeName = oneOf<keyof typeof places | 'everyPlace'>(
  ...(Object.keys(places) as (keyof typeof places)[]),
  'everyPlace',
);
const changes = tableOf(tableOf(row(schema, schema, maybe(aListOf(placeName)), maybe(aText))));

function editsOf(chapter: ReturnType<typeof changes>): Edit[] {
  return Object.entries(chapter).flatMap(([change, rows]) =>
    Object.entries(rows).map(([name, [before, after, at = ['property' as const], openapi]]) => ({
      ...{ name, before, after, change: change as Change },
      places: at.flatMap((one) => (one === 'everyPlace' ? everyPlace : places[one])),
      ...(openapi !== undefined && { openapi }),
    })),
  );
}

const chapters = Object.entries(yamlOf(new URL('./edits.yaml', import.meta.url), tableOf(changes)));

export const editPairs = chapters.map(([name, chapter]) => {
  const pairsOf = name.endsWith('of shared components') ? inSharedComponents : inAnswersAndRequests;
  return [name, pairsOf(editsOf(chapter))] as const;
});

export function inAnswersAndRequests(edits: readonly Edit[]): Pair[] {
  return edits.flatMap((edit) =>
    edit.places.flatMap((place, index) => {
      const [before, after] = [place.put(edit.before), place.put(edit.after)];
      const version = edit.openapi === undefined ? {} : { openapi: edit.openapi };
      const inAnswer: Pair = {
        ...common(edit, place, `${place.name} of an answer`, 'response 200'),
        before: describing({ ...version, ...before, answer: before.body }),
        after: describing({ ...version, ...after, answer: after.body }),
        ...effectsInAnswer(edit.change),
      };
      const inRequest: Pair = {
        ...common(edit, place, `${place.name} of a request`, 'request body'),
        before: describing({ ...version, ...before, request: before.body }),
        after: describing({ ...version, ...after, request: after.body }),
        ...effectsInRequest(edit.change),
      };
      return index === 0 ? [inAnswer, inRequest] : [inAnswer];
    }),
  );
}

function inSharedComponents(edits: readonly Omit<Edit, 'places'>[]): Pair[] {
  const own = (Pet: Schema) => {
    const body = object({ pet: reference('Pet') });
    return describing({ request: body, answer: body, schemas: { Pet } });
  };
  return edits.flatMap((edit) =>
    ['response 200', 'request body'].map((part) => ({
      ...common(
        { ...edit, places: [] },
        { pointer: '/pet' },
        `a component of request and answer, told at the ${part}`,
        part,
      ),
      before: own(edit.before),
      after: own(edit.after),
      ...effectsInBoth(edit.change),
    })),
  );
}

function common(
  { name, change }: Edit,
  { pointer }: Pick<Place, 'pointer'>,
  where: string,
  part: string,
): Pick<Pair, 'name' | 'proof'> & { at?: NonNullable<Pair['at']> } {
  const isSame = change === 'same' || change === 'same, hard to see';
  return {
    name: `${name}: ${where}`,
    proof: 'body',
    ...(!isSame && { at: { operation: postPets, part, within: pointer } }),
  };
}
