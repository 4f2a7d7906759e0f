import { isObject } from '../schema/json.ts';
import { valueAt } from '../schema/pointer.ts';
import { pointerOf } from '../schema/references.ts';
import { withParts } from './parts.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * A description of OpenAPI 3.0 as one of 3.1 that says the same: its schemas are of JSON Schema 2020-12. One of 3.1 is
 * returned as it is.
 * @param direction - of what it is to describe: a property that is `readOnly` is required in answers alone, and one that is
 * `writeOnly` in requests alone (OpenAPI 3.0.3, 4.7.24); 3.1 has no such rule. Without it, both are required in both.
 */
export function upgraded(document: JsonObject, direction?: Direction): JsonObject {
  if (!String(document.openapi).startsWith('3.0.')) return document;
  const copy = withParts(document, (part, value) => (part === 'schema' ? upgradedSchema(value) : value));
  const full = { ...(copy as JsonObject), openapi: '3.1.0' };
  if (direction === undefined) return full;
  const keyword = direction === 'request' ? 'readOnly' : 'writeOnly';
  return withParts(full, (part, value) =>
    part === 'schema' ? withoutRequired(full, value, keyword) : value,
  ) as JsonObject;
}

/** Which way a body goes. */
export type Direction = 'request' | 'response';

/** The schema, which requires no property that is marked by a keyword, in whichever of its parts either is said. */
function withoutRequired(document: JsonObject, schema: JsonObject, keyword: string): JsonObject {
  const marked = new Set<string>();
  for (const part of partsOf(document, schema))
    for (const [name, property] of Object.entries(isObject(part.properties) ? part.properties : {}))
      if (partsOf(document, property).some((one) => one[keyword] === true)) marked.add(name);
  return marked.size === 0 ? schema : requiringNone(document, schema, marked);
}

/** The schema with what it refers to and what its `allOf` holds: all of it is said of the same value. */
function partsOf(document: JsonObject, schema: unknown): JsonObject[] {
  const parts = new Set([schema]);
  for (const part of parts) {
    if (!isObject(part)) continue;
    if (typeof part.$ref === 'string') parts.add(valueAt(document, pointerOf(part.$ref)));
    for (const one of Array.isArray(part.allOf) ? part.allOf : []) parts.add(one);
  }
  return [...parts].filter(isObject);
}

function requiringNone(document: JsonObject, schema: JsonObject, names: ReadonlySet<string>): JsonObject {
  const held = (keyword: string): JsonObject => {
    const parts = schema[keyword];
    if (!Array.isArray(parts)) return {};
    return { [keyword]: parts.map((part) => (isObject(part) ? requiringNone(document, part, names) : part)) };
  };
  const { required } = schema;
  return {
    ...schema,
    ...(Array.isArray(required) ? { required: required.filter((name) => !names.has(name)) } : {}),
    ...held('allOf'),
    ...held('anyOf'),
    ...held('oneOf'),
  };
}

function upgradedSchema(schema: JsonObject): JsonObject {
  if (typeof schema.$ref === 'string') return withReferenceAlone(schema);
  const { nullable, example, minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...kept } = schema;
  return {
    ...kept,
    ...limits('minimum', minimum, 'exclusiveMinimum', exclusiveMinimum),
    ...limits('maximum', maximum, 'exclusiveMaximum', exclusiveMaximum),
    ...(nullable === true ? withNull(kept.type) : {}),
    ...(example === undefined ? {} : { examples: [example] }),
  };
}

/** In 3.0, what stands beside a reference is ignored. Extensions ask nothing of a value, and say who judges it. */
function withReferenceAlone(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => keyword === '$ref' || keyword.startsWith('x-')),
  );
}

/** A limit, and whether the limit itself is left out, which 3.1 says in one number. */
function limits(name: string, limit: unknown, exclusiveName: string, exclusive: unknown): JsonObject {
  if (exclusive === true && limit !== undefined) return { [exclusiveName]: limit };
  return {
    ...(limit === undefined ? {} : { [name]: limit }),
    ...(typeof exclusive === 'number' ? { [exclusiveName]: exclusive } : {}),
  };
}

/**
 * Null is added to a type alone: without one, `nullable` says nothing, and an `enum` beside it must list null itself
 * (OpenAPI 3.0.3, 4.7.24, and the proposal that clarified it).
 */
function withNull(type: unknown): JsonObject {
  return typeof type === 'string' ? { type: [type, 'null'] } : {};
}
