import type { Ajv2020, ErrorObject } from 'ajv/dist/2020.js';
import type { SchemaValidateFunction } from 'ajv/dist/types/index.js';
import { isObject, type JsonObject } from '../schema/json.ts';
import { memoised } from '../schema/memoised.ts';
import { memberOf } from '../schema/pointer.ts';
import { expressionOf } from './expression.ts';

/**
 * `unevaluatedProperties` and `unevaluatedItems` (JSON Schema 2020-12, Core, section 11), each with the
 * keywords that evaluate members or elements.
 */
export const unevaluated = {
  unevaluatedProperties: {
    type: 'object',
    listed: 'properties',
    others: 'additionalProperties',
    sometimes: 'patternProperties',
  },
  unevaluatedItems: { type: 'array', listed: 'prefixItems', others: 'items', sometimes: 'contains' },
} as const;

export type Unevaluated = keyof typeof unevaluated;

export type SchemasWith = (schema: JsonObject) => readonly unknown[];

/**
 * Replaces Ajv's `unevaluated…` keywords. Ajv counts too much as evaluated: all elements next to `contains`, what a
 * failing `if` evaluates, and inherited names such as `toString`.
 */
export function replaceUnevaluated(ajv: Ajv2020, schemasWith: SchemasWith): void {
  (ajv.opts as { unevaluated?: boolean }).unevaluated = false;
  const holds: Holds = (schema, value) =>
    typeof schema === 'boolean' ? schema : ajv.validate(schema as object, value) === true;
  for (const keyword of Object.keys(unevaluated) as Unevaluated[]) {
    const validate: SchemaValidateFunction = (schema, value, holder) => {
      const found = unevaluatedIn(holder as JsonObject, keyword, value, schemasWith, holds);
      validate.errors = found
        .filter((name) => !holds(schema, value[name]))
        .map(
          (name): Partial<ErrorObject> => ({
            keyword,
            params: { unevaluatedProperty: name },
            message: 'must NOT have what no other keyword allows',
          }),
        );
      return validate.errors.length === 0;
    };
    const { type } = unevaluated[keyword];
    ajv.removeKeyword(keyword).addKeyword({ keyword, type, validate });
  }
}

type Holds = (schema: unknown, value: unknown) => boolean;

type Branch = readonly [when: unknown, schema: unknown];

/**
 * Schemas that apply only to some values, as pairs: the condition, and the schema that applies where it holds. For
 * `if`/`then`, the pair is `[if, then]`.
 */
export const branchesOf = memoised(
  ({ anyOf, oneOf, dependentSchemas, if: condition, ...others }: JsonObject): Branch[] => [
    ...[anyOf, oneOf].flat().map((one): Branch => [one, one]),
    ...Object.entries(dependentSchemas ?? {}).map(
      ([name, one]): Branch => [{ type: 'object', required: [name] }, one],
    ),
    [condition, condition],
    [condition, others.then],
    [condition === undefined ? undefined : { not: condition }, others.else],
  ],
);

function unevaluatedIn(
  schema: JsonObject,
  keyword: Unevaluated,
  value: object,
  schemasWith: SchemasWith,
  holds: Holds,
): string[] {
  const { listed, others, sometimes } = unevaluated[keyword];
  const isEvaluated = (name: string, by: unknown): boolean => {
    if (!isObject(by)) return false;
    const { [sometimes]: some } = by;
    return (
      Object.hasOwn(by[listed] ?? {}, name) ||
      Object.hasOwn(by, others) ||
      (by !== schema && Object.hasOwn(by, keyword)) ||
      (sometimes === 'contains'
        ? some !== undefined && holds(some, memberOf(value, name))
        : Object.keys(some ?? {}).some((pattern) => expressionOf(pattern).test(name))) ||
      schemasWith(by).some((one) => isEvaluated(name, one)) ||
      branchesOf(by).some(
        ([when, branch]) => when !== undefined && isEvaluated(name, branch) && holds(when, value),
      )
    );
  };
  return Object.keys(value).filter((name) => !isEvaluated(name, schema));
}
