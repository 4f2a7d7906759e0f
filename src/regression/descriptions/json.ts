import { isObject } from '../../schema/json.ts';
import { valueAt } from '../../schema/pointer.ts';
import { pointerOf } from '../../schema/references.ts';

/** JSON with sorted object members. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
}

/** The target of an internal reference, if it exists. It may be a reference itself, with siblings that count. */
export function referred(document: unknown, $ref: string): unknown {
  return $ref.startsWith('#') ? valueAt(document, pointerOf($ref)) : undefined;
}

export type SchemaObject = Readonly<Record<string, unknown>>;

/** The schemas that always hold with a schema: its reference, and the parts of its `allOf`. */
export function schemasWith(document: unknown, { $ref, allOf }: SchemaObject): unknown[] {
  return [
    ...(typeof $ref === 'string' ? [referred(document, $ref)] : []),
    ...(Array.isArray(allOf) ? allOf : []),
  ];
}

/** The JSON types that schemas distinguish. */
export const jsonTypes = ['null', 'boolean', 'string', 'number', 'array', 'object'] as const;

export type JsonType = (typeof jsonTypes)[number];

export function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as JsonType;
}

/** Removes duplicates and keeps the order. */
export function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}
