import { isObject, type JsonObject } from '../schema/json.ts';
import { memoised } from '../schema/memoised.ts';
import { schemasOf } from '../schema/references.ts';
import { withParts } from './parts.ts';

/**
 * Converts an OpenAPI 3.0 description to an equivalent 3.1 one, with schemas of JSON Schema 2020-12. A 3.1 or 3.2
 * description only loses `nullable`, which has no meaning there.
 */
export const upgraded = memoised((document: JsonObject): JsonObject => {
  if (!isOf30(document)) return withoutNullable(document);
  const copy = withParts(document, (part, value) => (part === 'schema' ? upgradedSchema(value) : value));
  return { ...copy, openapi: '3.1.0' };
});

export function isOf30({ openapi }: JsonObject): boolean {
  return String(openapi).startsWith('3.0.');
}

/**
 * A converted OpenAPI 3.0 description as it applies to requests or to responses. In 3.0, a required `readOnly` property
 * is required in responses only, and a `writeOnly` one in requests only (OpenAPI 3.0.3, 4.7.24). 3.1 has no such rule.
 */
export function inDirection(document: JsonObject, direction: Direction): JsonObject {
  const keyword = direction === 'request' ? 'readOnly' : 'writeOnly';
  return withParts(document, (part, value) =>
    part === 'schema' ? withoutRequired(document, value, keyword) : value,
  );
}

/**
 * Removes `nullable`. It means nothing in OpenAPI 3.1, but Ajv applies it, and rejects a schema that has it without a
 * `type`.
 */
function withoutNullable(document: JsonObject): JsonObject {
  return withParts(document, (part, value) => {
    const { nullable, ...kept } = value;
    return part === 'schema' && nullable !== undefined ? kept : value;
  });
}

export type Direction = 'request' | 'response';

function withoutRequired(document: JsonObject, schema: JsonObject, keyword: string): JsonObject {
  const marked = new Set<string>();
  for (const part of schemasOf(document, schema))
    for (const [name, property] of Object.entries(isObject(part.properties) ? part.properties : {}))
      if (schemasOf(document, property).some((one) => one[keyword] === true)) marked.add(name);
  return marked.size === 0 ? schema : requiringNone(document, schema, marked);
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

/** Removes what OpenAPI 3.0 ignores: keywords next to a reference. Extensions stay, since `x-requirement` is one. */
function withReferenceAlone(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => keyword === '$ref' || keyword.startsWith('x-')),
  );
}

function limits(name: string, limit: unknown, exclusiveName: string, exclusive: unknown): JsonObject {
  if (exclusive === true && limit !== undefined) return { [exclusiveName]: limit };
  return {
    ...(limit === undefined ? {} : { [name]: limit }),
    ...(typeof exclusive === 'number' ? { [exclusiveName]: exclusive } : {}),
  };
}

/**
 * Adds null to a type. Without a type, `nullable` has no effect; an `enum` must list null itself (OpenAPI 3.0.3,
 * 4.7.24, and the proposal that clarified it).
 */
function withNull(type: unknown): JsonObject {
  return typeof type === 'string' ? { type: [type, 'null'] } : {};
}
