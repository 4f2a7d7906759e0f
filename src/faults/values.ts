import type { Json, JsonObject } from '../reference/json.ts';
import { isJsonObject } from '../reference/json.ts';
import { pointerTokens } from '../schema/pointer.ts';

/** As a value: removes the field. */
export const absent: unique symbol = Symbol('absent');

/**
 * Replaces the value at the pointer, whose parent must exist.
 * @throws {Error} when the parent does not exist: a mistake of the caller
 */
export function withValueAt(value: Json, pointer: string, replacement: Json | typeof absent): Json {
  return replaced(value, pointerTokens(pointer), replacement);
}

function replaced(value: Json, tokens: readonly string[], replacement: Json | typeof absent): Json {
  const [token, ...rest] = tokens;
  if (token === undefined) return replacement === absent ? null : replacement;
  if (Array.isArray(value)) {
    return value.map((element, index) =>
      String(index) === token ? replaced(element, rest, replacement) : element,
    );
  }
  if (!isJsonObject(value)) throw new Error(`Nothing can stand at '${token}' of a value that holds nothing.`);
  if (rest.length === 0 && replacement === absent) return without(value, token);
  return { ...value, [token]: replaced(value[token] ?? null, rest, replacement) };
}

function without(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([one]) => one !== name));
}

/** Changes all objects in the value, the innermost first. */
export function mapObjects(
  value: Json,
  change: (object: JsonObject, pointer: string) => JsonObject,
  pointer = '',
): Json {
  if (Array.isArray(value))
    return value.map((element, index) => mapObjects(element, change, `${pointer}/${index}`));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    mapObjects(member, change, `${pointer}/${name}`),
  ]);
  return change(Object.fromEntries(members), pointer);
}
