/**
 * Keywords that ask nothing of a value (JSON Schema 2020-12, Validation, section 9; OpenAPI 3.1, Schema Object), and
 * those that only hold schemas for others to refer to.
 */
export const annotations: ReadonlySet<string> = new Set([
  ...['title', 'description', 'examples', 'example', 'deprecated', '$comment', 'externalDocs', 'xml'],
  ...['$defs', 'definitions', '$vocabulary'],
]);

/** Keywords that a shape is made of. What else a schema says is kept with it, and compared as it is written. */
export const handled: ReadonlySet<string> = new Set([
  ...['$ref', 'allOf', 'anyOf', 'oneOf', 'type', 'enum', 'const'],
  ...['minLength', 'maxLength', 'pattern', 'format'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  ...['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
]);

/** Keywords that ask nothing of a value either, but say what is done with it: a change of them is told. */
export const informing: ReadonlySet<string> = new Set([
  ...['default', 'readOnly', 'writeOnly', 'contentEncoding', 'contentMediaType', 'contentSchema'],
  ...['discriminator', '$schema', '$id', '$anchor', '$dynamicAnchor'],
]);

/** Whether a keyword asks something that no shape says. */
export function isUnhandled(keyword: string): boolean {
  return !handled.has(keyword) && !annotations.has(keyword) && !keyword.startsWith('x-');
}
