import { isObject } from '../schema/json.ts';
import { memberOf, valueAt } from '../schema/pointer.ts';
import { pointerOf } from '../schema/references.ts';
import type { Description } from './description.ts';
import { withParts } from './parts.ts';

type JsonObject = Record<string, unknown>;

const row = 'x-requirement';

/**
 * A copy of a description in which everything that is judged has a row of the register: what is named so is the model's
 * operation, which its path and method alone tell; a record, and a field of one that names none though its neighbours
 * do, is judged by the row of its operation. A row that the register does not know is left out.
 * @param model - whose operations are known
 * @param rows - the identifiers of the register
 */
export function annotated(
  description: Description,
  model: Description,
  rows: ReadonlySet<string>,
): Description {
  const copy = withParts(description as unknown as JsonObject, (part, value) => {
    const { [row]: named, ...plain } = value;
    const kept = typeof named === 'string' && rows.has(named) ? { ...plain, [row]: named } : plain;
    return part === 'schema' ? withPlainDiscriminator(kept) : kept;
  }) as JsonObject;
  nameOperations(copy, model);
  for (const { operation, schema } of records) {
    const ofOperation = rowOfOperation(copy, operation);
    const record = valueAt(copy, `/components/schemas/${schema}`);
    if (ofOperation !== undefined && isObject(record))
      markFields(copy, record, { ofOperation, visited: new Set(), isRecord: true });
  }
  return copy as unknown as Description;
}

/** The records whose fields are judged one by one, and the operation that shows them. */
const records = [
  { operation: 'getCaseData', schema: 'CaseRecord' },
  { operation: 'updateClient', schema: 'Client' },
] as const;

/**
 * A mapping says which schema a tag leads to, which the constants of the branches say too; and without a `oneOf`, a
 * discriminator asks for nothing. Ajv takes neither.
 */
function withPlainDiscriminator({ discriminator, ...schema }: JsonObject): JsonObject {
  if (discriminator === undefined || schema.oneOf === undefined) return schema;
  if (!isObject(discriminator)) return { ...schema, discriminator };
  const { mapping: _, ...plain } = discriminator;
  return { ...schema, discriminator: plain };
}

function nameOperations(copy: JsonObject, model: Description): void {
  const known = new Map(operationsOf(model.paths).map(([place, operation]) => [place, operation]));
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

/** Each operation, by its method and path; how the parameters of the path are called does not matter. */
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

/** What a schema stands in. */
interface Surroundings {
  readonly ofOperation: string;
  readonly visited: Set<object>;
  /** Whether it is a record, or a shape of one. */
  readonly isRecord: boolean;
  /** The field that tells the branches of a union apart, which is judged with the union. */
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

/** The row that a schema names: its own, or that of what it refers to. */
function rowOf(copy: JsonObject, schema: JsonObject): unknown {
  const target = followedIn(copy, schema);
  return schema[row] ?? (target === undefined ? undefined : memberOf(target, row));
}

function followedIn(copy: JsonObject, schema: unknown): JsonObject | undefined {
  if (!isObject(schema)) return undefined;
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  const target = valueAt(copy, pointerOf($ref));
  // A reference to a reference ends where it begins to go round.
  return isObject(target) && target !== schema ? target : undefined;
}
