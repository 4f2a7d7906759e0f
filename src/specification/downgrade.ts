import { isObject, type JsonObject } from '../schema/json.ts';
import { childPointer } from '../schema/pointer.ts';
import { DescriptionError } from './description.ts';
import { objectSchema, type Part, withParts } from './parts.ts';

/**
 * Converts an OpenAPI 3.1 description to an equivalent 3.0 one; a 3.0 description is returned unchanged. Only
 * annotations get lost: the summary of `info`, comments in schemas, and extensions next to a reference.
 * @throws {DescriptionError} with the pointer, if 3.0 cannot express something
 */
export function downgraded(document: JsonObject): JsonObject {
  if (String(document.openapi).startsWith('3.0.')) return document;
  const {
    openapi: _,
    jsonSchemaDialect: __,
    info,
    ...kept
  } = withParts(document, downgradedPart, objectSchema);
  return { openapi: '3.0.3', info: downgradedInfo(info), ...kept };
}

function downgradedInfo(info: unknown): unknown {
  if (!isObject(info)) return info;
  const { summary: _, license, ...kept } = info;
  if (!isObject(license)) return kept;
  const { identifier, ...named } = license;
  const url = typeof identifier === 'string' ? `https://spdx.org/licenses/${identifier}.html` : undefined;
  return { ...kept, license: { ...(url === undefined ? {} : { url }), ...named } };
}

function downgradedPart(part: Part, value: JsonObject, pointer: string): unknown {
  if (part === 'schema') return downgradedSchema(value, pointer);
  const unknown = newParts[part]?.find((name) => Object.hasOwn(value, name));
  if (unknown !== undefined) throw notIn30(childPointer(pointer, unknown));
  return value;
}

const newParts: { readonly [Of in Part]?: readonly string[] } = {
  description: ['webhooks'],
  components: ['pathItems'],
};

function downgradedSchema(schema: JsonObject, pointer: string): JsonObject {
  const { $ref, ...beside } = schema;
  if ($ref !== undefined) {
    // OpenAPI 3.0 ignores keywords next to a reference, so the reference moves into `allOf`.
    const { allOf = [], ...rest } = beside;
    if (Object.keys(beside).every(isExtension)) return { $ref };
    return downgradedSchema({ ...rest, allOf: [{ $ref }, ...(allOf as unknown[])] }, pointer);
  }
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) =>
      Object.entries(downgradedKeyword(schema, keyword, value, pointer)),
    ),
  );
}

function downgradedKeyword(schema: JsonObject, keyword: string, value: unknown, pointer: string): JsonObject {
  if (kept.has(keyword) || isExtension(keyword)) return { [keyword]: value };
  if (keyword === '$comment') return {};
  if (keyword === 'examples' && Array.isArray(value)) return { example: value[0] };
  if (keyword === 'const' && schema.enum === undefined) return { enum: [value] };
  if (keyword === 'type') return downgradedType(schema, value, pointer);
  const limit = { exclusiveMinimum: 'minimum', exclusiveMaximum: 'maximum' }[keyword];
  if (limit !== undefined && schema[limit] === undefined) return { [limit]: value, [keyword]: true };
  throw notIn30(childPointer(pointer, keyword));
}

function downgradedType(schema: JsonObject, type: unknown, pointer: string): JsonObject {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  const [one, ...others] = types.filter((name) => name !== 'null');
  if (one === undefined || others.length > 0) throw notIn30(childPointer(pointer, 'type'));
  return {
    type: one,
    ...(types.includes('null') ? { nullable: true } : {}),
    ...(one === 'array' && schema.items === undefined ? { items: {} } : {}),
  };
}

/** Keywords with the same meaning in both versions (OpenAPI 3.0.3, 4.7.24). */
const kept: ReadonlySet<string> = new Set([
  ...['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'enum', 'format', 'required', 'pattern'],
  ...['properties', 'additionalProperties', 'minProperties', 'maxProperties'],
  ...['items', 'minItems', 'maxItems'],
  ...['uniqueItems', 'minLength', 'maxLength', 'minimum', 'maximum', 'multipleOf', 'title', 'description'],
  ...['default', 'readOnly', 'writeOnly', 'deprecated', 'discriminator', 'externalDocs', 'xml', 'example'],
]);

function isExtension(keyword: string): boolean {
  return keyword.startsWith('x-');
}

function notIn30(pointer: string): DescriptionError {
  return new DescriptionError(`OpenAPI 3.0 cannot say what is at ${pointer}.`);
}
