import type { Json, JsonObject } from '../json.ts';

/** One member of a JSON object as it is stored. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** The members of an object, to be stored one a row. */
export function toNamedValues(object: JsonObject): NamedValue[] {
  return (
    Object.entries(object)
      // A caller in TypeScript may write an absent field as undefined; JSON has no such value.
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ({ name: toColumn(name), value: JSON.stringify(value) }))
  );
}

/** The object whose members these rows are. `Object.fromEntries` keeps a member named `__proto__` a member. */
export function fromNamedValues(rows: readonly NamedValue[]): JsonObject {
  return Object.fromEntries(rows.map(({ name, value }) => [fromColumn(name), JSON.parse(value) as Json]));
}

// A text column cannot hold every JSON string (lone surrogates, and NUL on PostgreSQL), its escaped form can.
// An ordinary name is its own escaped form.
/** Any text, as a text column can hold it. */
export function toColumn(name: string): string {
  return JSON.stringify(name).slice(1, -1);
}

/** The text that is held so. */
export function fromColumn(column: string): string {
  return column.includes('\\') ? (JSON.parse(`"${column}"`) as string) : column;
}
