import { isObject } from '../../schema/json.ts';

export function canonical(value: unknown): string {
  return JSON.stringify(withSortedNames(value));
}

function withSortedNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedNames);
  if (!isObject(value)) return value;
  const sorted = Object.keys(value).toSorted();
  return Object.fromEntries(sorted.map((name) => [name, withSortedNames(value[name])]));
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
