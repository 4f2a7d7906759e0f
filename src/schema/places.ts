import { childPointer, memberOf, pointerTokens } from './pointer.ts';
import { followed } from './references.ts';
import type { Schema } from './schema.ts';

/** A value that the description speaks of, and what it says there. */
export interface Place {
  readonly pointer: string;
  readonly value: unknown;
  /** The schema there: references followed, `allOf` merged, the union's branch chosen by its tag. */
  readonly schema: Schema;
  /** The register's row that the value is judged by: its own, or that of what holds it. */
  readonly requirement: string | undefined;
}

/** So many elements of an array are visited: they are of one kind, and a hostile array has millions. */
const visitedElements = 1_000;

/**
 * The places of a value that the description speaks of, outermost first. What it does not declare is not visited,
 * so the depth is the description's, never the value's.
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
    for (const [index, item] of value.slice(0, visitedElements).entries())
      yield* visit(items, item, childPointer(pointer, index), place);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, property] of Object.entries(place.schema.properties ?? {})) {
    if (!Object.hasOwn(value, name)) continue;
    yield* visit(property, memberOf(value, name), childPointer(pointer, name), place);
  }
}

/**
 * The register's row that judges what stands, or is missing, at a pointer into a value.
 * @returns undefined where neither the place nor anything that holds it names a row.
 */
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
 * What a schema says of one value: its reference followed (what stands beside the reference wins), the parts of
 * its `allOf` merged, and of a union the branch that the value's tag names.
 */
export function flatten(schema: Schema, value: unknown): Schema {
  const known = flattened.get(schema);
  if (known !== undefined) return known;
  const { $ref, allOf = [], ...own } = schema;
  const parts = [...($ref === undefined ? [] : [followed(schema)]), ...allOf, ...branch(schema, value)];
  const flat = parts.map((part) => flatten(part, value)).reduceRight<Schema>(merge, own);
  if (flat.oneOf === undefined) flattened.set(schema, flat);
  return flat;
}

/**
 * What was said of schemas without a union: the same of every value. Merging hundreds of fields is not for free. It is
 * kept with the schema, and so is a part of the description that the schema is of.
 */
const flattened = new WeakMap<Schema, Schema>();

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

/**
 * The rows of the register that values of a schema are judged by, each with the pointer of one value that it
 * judges; `*` stands for any index.
 */
export function rowsOf(schema: Schema): Map<string, string> {
  const rows = new Map<string, string>();
  collectRows(schema, '', undefined, rows, []);
  return rows;
}

/** As `rowsOf`, of what stands within the values. */
export function rowsWithin(schema: Schema): Map<string, string> {
  const rows = new Map<string, string>();
  for (const [name, property] of Object.entries(flatten(schema, undefined).properties ?? {}))
    collectRows(property, childPointer('', name), flatten(schema, undefined)['x-requirement'], rows, [
      schema,
    ]);
  return rows;
}

function collectRows(
  schema: Schema,
  pointer: string,
  held: string | undefined,
  rows: Map<string, string>,
  holders: readonly Schema[],
): void {
  // What refers to itself has no more rows the second time.
  if (holders.includes(schema)) return;
  const around = [...holders, schema];
  const flat = flatten(schema, undefined);
  const row = flat['x-requirement'] ?? held;
  if (row !== undefined && !rows.has(row)) rows.set(row, pointer);
  for (const [name, property] of Object.entries(flat.properties ?? {})) {
    collectRows(property, childPointer(pointer, name), row, rows, around);
  }
  if (flat.items !== undefined) collectRows(flat.items, childPointer(pointer, '*'), row, rows, around);
  for (const option of flat.oneOf ?? []) collectRows(option, pointer, row, rows, around);
}
