import { isObject } from '../../schema/json.ts';

export function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
}

export const jsonTypes = ['null', 'boolean', 'string', 'number', 'array', 'object'] as const;

export type JsonType = (typeof jsonTypes)[number];

export function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as JsonType;
}

export function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}
