import { isObject } from '../schema/json.ts';
import { memberOf, valueAt } from '../schema/pointer.ts';
import { pointerOf } from '../schema/references.ts';
import type { Description } from './description.ts';
import { objectSchema, type Part, withParts } from './parts.ts';

type JsonObject = Record<string, unknown>;

const row = 'x-requirement';

/**
 * A copy of a description in which each operation, and each field of its records, names its row of the requirements
 * register in `x-requirement`. If it has no row, an operation takes that of the bundled operation with the same path
 * and method; a record takes that of its operation, as does a field whose siblings have rows.
 */
export function annotated(
  description: Description,
  model: Description,
  rows: ReadonlySet<string>,
): Description {
  const annotatedPart = (part: Part, { [row]: named, ...plain }: JsonObject): JsonObject => {
    const kept = typeof named === 'string' && rows.has(named) ? { ...plain, [row]: named } : plain;
    return part === 'schema' ? withPlainDiscriminator(kept) : kept;
  };
  const copy = withParts(description as unknown as JsonObject, annotatedPart, objectSchema);
  nameOperations(copy, model);
  for (const { operation, schema } of records) {
    const ofOperation = rowOfOperation(copy, operation);
    const record = valueAt(copy, `/components/schemas/${schema}`);
    if (ofOperation !== undefined && isObject(record))
      markFields(copy, record, { ofOperation, visited: new Set(), isRecord: true });
  }
  return copy as unknown as Description;
}

const records = [
  { operation: 'getCaseData', schema: 'CaseRecord' },
  { operation: 'updateClient', schema: 'Client' },
] as const;

/**
 * Removes what Ajv does not accept: the `mapping`, which only repeats the constants of the branches, and a
 * discriminator without a `oneOf`, which constrains nothing.
 */
function withPlainDiscriminator({ discriminator, ...schema }: JsonObject): JsonObject {
  if (discriminator === undefined || schema.oneOf === undefined) return schema;
  if (!isObject(discriminator)) return { ...schema, discriminator };
  const { mapping: _, ...plain } = discriminator;
  return { ...schema, discriminator: plain };
}

function nameOperations(copy: JsonObject, model: Description): void {
  const known = new Map(operationsOf(model.paths));
  for (const [place, operation] of operationsOf(copy.paths)) {
    const same = known.get(place);
    if (same === undefined) {
      delete operation.operationId;
      continue;
    }
    operation.operationId = same.operationId;
    operation[row] ??= same[row];
  }
}

function operationsOf(paths: unknown): (readonly [place: string, operation: JsonObject])[] {
  return Object.entries(Object(paths) as JsonObject).flatMap(([path, item]) =>
    Object.entries(Object(item) as JsonObject)
      .filter(([, operation]) => isObject(operation))
      .map(([method, operation]) => [
        `${method} ${path.replaceAll(/\{[^{}/]*\}/g, '{}')}`,
        operation as JsonObject,
      ]),
  );
}

function rowOfOperation({ paths }: JsonObject, id: string): string | undefined {
  const found = operationsOf(paths).find(([, { operationId }]) => operationId === id);
  return found?.[1][row] as string | undefined;
}

interface Surroundings {
  readonly ofOperation: string;
  readonly visited: Set<object>;
  /** Whether the schema is a record or one of its case types, not a value inside a record. */
  readonly isRecord: boolean;
  /** The tag of the union around the schema. It gets no row, since the union's row covers it. */
  readonly tag?: unknown;
}

function markFields(copy: JsonObject, schema: JsonObject, around: Surroundings): void {
  const { ofOperation, visited, isRecord } = around;
  if (visited.has(schema)) return;
  visited.add(schema);
  const within = (one: unknown, further: Partial<Surroundings> = {}): void => {
    const target = followedIn(copy, one);
    if (target !== undefined) markFields(copy, target, { ofOperation, visited, isRecord: false, ...further });
  };
  if (isRecord && rowOf(copy, schema) === undefined) schema[row] = ofOperation;
  const fields = Object.entries(Object(schema.properties) as JsonObject).filter(([, field]) =>
    isObject(field),
  );
  const isNamed = fields.some(([, field]) => rowOf(copy, field as JsonObject) !== undefined);
  for (const [name, field] of fields as [string, JsonObject][]) {
    if (isNamed && name !== around.tag && rowOf(copy, field) === undefined) field[row] = ofOperation;
    within(field);
  }
  const { items, allOf = [], oneOf = [], anyOf = [], discriminator } = schema;
  const tag = memberOf(discriminator, 'propertyName');
  for (const part of [allOf, anyOf].flat()) within(part);
  for (const branch of [oneOf].flat()) within(branch, { isRecord, tag });
  if (items !== undefined) within(items);
}

function rowOf(copy: JsonObject, schema: JsonObject): unknown {
  const target = followedIn(copy, schema);
  return schema[row] ?? (target === undefined ? undefined : memberOf(target, row));
}

function followedIn(copy: JsonObject, schema: unknown): JsonObject | undefined {
  if (!isObject(schema)) return undefined;
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  const target = valueAt(copy, pointerOf($ref));
  return isObject(target) && target !== schema ? target : undefined;
}
