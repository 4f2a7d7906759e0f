import type { Schema } from '../schema/schema.ts';
import { formatWords, literal } from './words.ts';

const maxShownValues = 12;

/** A schema in a few words, such as `one of 'yes', 'no'`. Nested schemas are left out. */
export function schemaInWords(schema: Schema): string {
  const { const: only, enum: values, type, format, pattern, oneOf } = schema;
  if (only !== undefined) return literal(only);
  if (values !== undefined) return choiceInWords(values);
  const limits = limiting
    .filter((keyword) => keyword in schema)
    .map((keyword) => `${keyword} ${JSON.stringify((schema as Record<string, unknown>)[keyword])}`);
  const bounds = limits.length === 0 ? '' : ` (${limits.join(', ')})`;
  if (oneOf !== undefined) return `one of ${oneOf.length} forms${bounds}`;
  if (format !== undefined) return `${formatWords[format] ?? `a text of the format ${format}`}${bounds}`;
  if (pattern !== undefined) return `a text like ${pattern}${bounds}`;
  const closed = schema.additionalProperties === false ? ' that holds nothing else' : '';
  const named = [type ?? []].flat().map((one) => typeWords[one] ?? one);
  return `${named.length === 0 ? 'anything' : named.join(' or ')}${closed}${bounds}`;
}

const limiting = [
  ...['minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
];

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

function choiceInWords(values: readonly unknown[]): string {
  if (values.length === 1) return literal(values[0]);
  const named = values.slice(0, maxShownValues).map(literal).join(', ');
  return `one of ${named}${values.length > maxShownValues ? ` and ${values.length - maxShownValues} more` : ''}`;
}
