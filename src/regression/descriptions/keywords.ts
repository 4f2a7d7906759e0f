import { isObject } from '../../schema/json.ts';
import { type JsonType, jsonTypes } from './json.ts';

/**
 * Keywords that do not constrain values (JSON Schema 2020-12, Validation, section 9; OpenAPI 3.1, Schema Object), and
 * keywords that only contain schemas to refer to, such as `$defs`.
 */
const annotations: ReadonlySet<string> = new Set([
  ...['title', 'description', 'examples', 'example', 'deprecated', '$comment', 'externalDocs', 'xml'],
  ...['$defs', 'definitions', '$vocabulary'],
]);

const offByDefault: ReadonlySet<string> = new Set(['readOnly', 'writeOnly']);

export function isAnnotation(keyword: string, value: unknown): boolean {
  return (
    annotations.has(keyword) || keyword.startsWith('x-') || (offByDefault.has(keyword) && value === false)
  );
}

type Form = (value: unknown) => boolean;

const text: Form = (value) => typeof value === 'string';
const number: Form = (value) => typeof value === 'number';
const flag: Form = (value) => typeof value === 'boolean';
const schema: Form = (value) => flag(value) || isObject(value);
const listOf =
  (form: Form): Form =>
  (value) =>
    Array.isArray(value) && value.every(form);
const byName =
  (form: Form): Form =>
  (value) =>
    isObject(value) && Object.values(value).every(form);
const type: Form = (value) => value === 'integer' || jsonTypes.includes(value as JsonType);

/**
 * Keywords that a `Shape` represents, each with a test for a valid value. All other keywords are "unhandled": only
 * their texts are compared.
 */
const handled: Readonly<Record<string, Form>> = {
  ...{ $ref: text, allOf: listOf(schema), anyOf: listOf(schema), oneOf: listOf(schema) },
  ...{ type: (value) => type(value) || listOf(type)(value), enum: Array.isArray, const: () => true },
  ...{ minLength: number, maxLength: number, pattern: text, format: text },
  ...{ minimum: number, maximum: number, exclusiveMinimum: number, exclusiveMaximum: number },
  multipleOf: number,
  ...{ items: schema, prefixItems: listOf(schema), minItems: number, maxItems: number, uniqueItems: flag },
  properties: byName(schema),
  ...{ required: listOf(text), additionalProperties: schema, minProperties: number, maxProperties: number },
};

/** Unhandled keywords that only narrow a schema, each with a test for a valid value. */
export const narrowing: ReadonlyMap<string, Form> = new Map([
  ...['not', 'if', 'then', 'else', 'contains', 'propertyNames'].map((keyword) => [keyword, schema] as const),
  ...['unevaluatedProperties', 'unevaluatedItems'].map((keyword) => [keyword, schema] as const),
  ...['minContains', 'maxContains'].map((keyword) => [keyword, number] as const),
  ...['patternProperties', 'dependentSchemas'].map((keyword) => [keyword, byName(schema)] as const),
  ['dependentRequired', byName(listOf(text))],
]);

export function isNarrowing(keyword: string, value: unknown): boolean {
  return narrowing.get(keyword)?.(value) === true;
}

/** Keywords that say how to use a value, but do not constrain it. Their changes are reported. */
export const informing: ReadonlySet<string> = new Set([
  ...['default', 'readOnly', 'writeOnly', 'contentEncoding', 'contentMediaType', 'contentSchema'],
  ...['discriminator', '$schema', '$id', '$anchor', '$dynamicAnchor'],
]);

export function isUnhandled(keyword: string, value: unknown): boolean {
  if (Object.hasOwn(handled, keyword)) return handled[keyword]?.(value) !== true;
  return !isAnnotation(keyword, value);
}
