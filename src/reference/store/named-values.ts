import type { Json, JsonObject } from '../json.ts';

/** One member of a JSON object as it is stored. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** The members of an object, one per row. */
export function toNamedValues(object: JsonObject): NamedValue[] {
  return (
    Object.entries(object)
      // A caller in TypeScript may pass an absent field as undefined, which JSON does not have.
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ({ name: toColumn(name), value: JSON.stringify(value) }))
  );
}

/** The object with these rows as members. `Object.fromEntries` keeps a member named `__proto__` a member. */
export function fromNamedValues(rows: readonly NamedValue[]): JsonObject {
  return Object.fromEntries(rows.map(({ name, value }) => [fromColumn(name), JSON.parse(value) as Json]));
}

// A text column cannot hold every JSON string (lone surrogates, and NUL on PostgreSQL), but it can hold its escaped
// form. An ordinary name is its own escaped form.
/** Escapes a text for a text column. */
export function toColumn(name: string): string {
  return JSON.stringify(name).slice(1, -1);
}

/** Reverses `toColumn`. */
export function fromColumn(column: string): string {
  return column.includes('\\') ? (JSON.parse(`"${column}"`) as string) : column;
}
