import { isObject } from '../../schema/json.ts';
import { valueAt } from '../../schema/pointer.ts';
import { pointerOf } from '../../schema/references.ts';

/** JSON with the members of each object in the order of their names. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
}

/**
 * The schema that a reference within the document leads to; undefined where there is none. It may be a reference itself,
 * whose siblings count.
 */
export function referred(document: unknown, $ref: string): unknown {
  return $ref.startsWith('#') ? valueAt(document, pointerOf($ref)) : undefined;
}

export type SchemaObject = Readonly<Record<string, unknown>>;

/** The schemas that hold wherever a schema does: what it refers to, and the parts of its `allOf`. */
export function schemasWith(document: unknown, { $ref, allOf }: SchemaObject): unknown[] {
  return [
    ...(typeof $ref === 'string' ? [referred(document, $ref)] : []),
    ...(Array.isArray(allOf) ? allOf : []),
  ];
}

/** The types of JSON that schemas tell apart. */
export const jsonTypes = ['null', 'boolean', 'string', 'number', 'array', 'object'] as const;

export type JsonType = (typeof jsonTypes)[number];

/** The type of a value of JSON. */
export function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as JsonType;
}
