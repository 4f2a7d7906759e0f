import { memoised } from './memoised.ts';
import { childPointer, memberOf, pointerTokens } from './pointer.ts';
import { dereferenced } from './references.ts';
import { type Schema, tagsOf } from './schema.ts';

interface Place {
  readonly pointer: string;
  readonly value: unknown;
  /**
   * The schema of the value, with references followed, `allOf` merged, and the union's branch chosen by its
   * tag.
   */
  readonly schema: Schema;
  /**
   * The row of the requirements register (`x-requirement`) for this value, or for the nearest value around it that has
   * one.
   */
  readonly requirement: string | undefined;
}

/** Only the first elements of an array are visited: all have the same schema, and a hostile array may have millions. */
const maxVisitedElements = 1_000;

/**
 * Walks a value together with its schema, parents before children. Members that the schema does not declare are
 * skipped, so the schema limits the depth of the walk, not a hostile value.
 */
export function* places(schema: Schema, value: unknown): Generator<Place> {
  yield* visit(schema, value, '', undefined);
}

function* visit(
  schema: Schema,
  value: unknown,
  pointer: string,
  holder: Place | undefined,
): Generator<Place> {
  const place = placeOf(schema, value, pointer, holder);
  yield place;
  if (Array.isArray(value)) {
    const items = place.schema.items;
    if (items === undefined) return;
    for (const [index, item] of value.slice(0, maxVisitedElements).entries())
      yield* visit(items, item, childPointer(pointer, index), place);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, property] of Object.entries(place.schema.properties ?? {})) {
    if (!Object.hasOwn(value, name)) continue;
    yield* visit(property, memberOf(value, name), childPointer(pointer, name), place);
  }
}

/** The row of the requirements register for the value at a pointer, whether or not the value exists. */
export function requirementAt(schema: Schema, value: unknown, pointer: string): string | undefined {
  let place = placeOf(schema, value, '', undefined);
  for (const token of pointerTokens(pointer)) {
    const next = place.schema.items ?? place.schema.properties?.[token];
    if (next === undefined) break;
    place = placeOf(next, memberOf(place.value, token), childPointer(place.pointer, token), place);
  }
  return place.requirement;
}

function placeOf(schema: Schema, value: unknown, pointer: string, holder: Place | undefined): Place {
  const flat = flatten(schema, value);
  return {
    pointer,
    value,
    schema: flat,
    requirement: flat['x-requirement'] ?? holder?.requirement,
  };
}

/**
 * The schema that applies to one value: its reference followed (keywords next to the reference win), the parts of its
 * `allOf` merged, and the branch of a union chosen by the value's tag.
 */
export function flatten(schema: Schema, value: unknown): Schema {
  const known = flattened.get(schema);
  if (known !== undefined) return known;
  const { $ref, allOf = [] } = schema;
  const parts = [...($ref === undefined ? [] : [dereferenced(schema)]), ...allOf, ...branch(schema, value)];
  const flat = parts
    .map((part) => flatten(part, value))
    .reduceRight<Schema>((winner, other) => mergedWith(winner)(other), ownOf(schema));
  if (flat.oneOf === undefined) flattened.set(schema, flat);
  return flat;
}

const flattened = new WeakMap<Schema, Schema>();

// Cached by both schemas, since merging hundreds of fields is slow, and few combinations occur.
const ownOf = memoised(({ $ref, allOf, ...own }: Schema): Schema => own);
const mergedWith = memoised((winner: Schema) => memoised((other: Schema) => merge(winner, other)));

function branch({ oneOf, discriminator }: Schema, value: unknown): Schema[] {
  if (oneOf === undefined || discriminator === undefined) return [];
  const tag = memberOf(value, discriminator.propertyName);
  return oneOf
    .map((option) => flatten(option, undefined))
    .filter((option) => option.properties?.[discriminator.propertyName]?.const === tag);
}

function merge(winner: Schema, other: Schema): Schema {
  return {
    ...other,
    ...winner,
    ...(other.properties === undefined && winner.properties === undefined
      ? {}
      : { properties: { ...other.properties, ...winner.properties } }),
    ...(other.required === undefined && winner.required === undefined
      ? {}
      : { required: [...(other.required ?? []), ...(winner.required ?? [])] }),
  };
}

interface SchemaPlace extends Omit<Place, 'value'> {
  /** The name of the branch schema that declares the place, if it is inside a union of named schemas. */
  readonly branch: string | undefined;
  readonly isRequired: boolean;
}

/**
 * All places that a schema declares, in every branch of its unions, parents before children. Pointers have `*` for any
 * array index.
 */
export function schemaPlaces(schema: Schema): Generator<SchemaPlace> {
  return placesBelow(
    schema,
    { pointer: '', requirement: undefined, branch: undefined, isRequired: false },
    [],
  );
}

function* placesBelow(
  schema: Schema,
  inherited: Omit<SchemaPlace, 'schema'>,
  around: readonly Schema[],
): Generator<SchemaPlace> {
  if (around.includes(schema)) return;
  const flat = flatten(schema, undefined);
  const place = { ...inherited, schema: flat, requirement: flat['x-requirement'] ?? inherited.requirement };
  yield place;
  const below = (one: Schema, own: Partial<SchemaPlace>) =>
    placesBelow(one, { ...place, ...own }, [...around, schema]);
  for (const [name, property] of Object.entries(flat.properties ?? {})) {
    const isRequired = flat.required?.includes(name) === true;
    yield* below(property, { pointer: childPointer(place.pointer, name), isRequired });
  }
  if (flat.items !== undefined)
    yield* below(flat.items, { pointer: childPointer(place.pointer, '*'), isRequired: false });
  for (const option of flat.oneOf ?? [])
    yield* below(option, { branch: tagsOf({ oneOf: [option] })[0] || place.branch });
}

/**
 * The requirements (`x-requirement`) in a schema, each with the first pointer that has it.
 * @param isWithin - leaves out the requirement of the schema itself, which has no pointer
 */
export function rowsOf(schema: Schema, isWithin = false): Map<string, string> {
  const rows = new Map<string, string>();
  for (const { requirement, pointer } of schemaPlaces(schema))
    if (requirement !== undefined && !rows.has(requirement) && !(isWithin && pointer === ''))
      rows.set(requirement, pointer);
  return rows;
}
