import { withParts } from './parts.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * A description of OpenAPI 3.0 as one of 3.1 that says the same: its schemas are of JSON Schema 2020-12. One of 3.1 is
 * returned as it is.
 */
export function upgraded(document: JsonObject): JsonObject {
  if (!String(document.openapi).startsWith('3.0.')) return document;
  const copy = withParts(document, (part, value) => (part === 'schema' ? upgradedSchema(value) : value));
  return { ...(copy as JsonObject), openapi: '3.1.0' };
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
