import type { Json, JsonObject } from '../reference/json.ts';
import { isJsonObject } from '../reference/json.ts';
import { pointerTokens } from '../schema/pointer.ts';

/** Takes a field away where it stands in the place of a value. */
export const absent: unique symbol = Symbol('absent');

/**
 * The value with another at the pointer; what holds it must be there.
 * @throws {Error} when it is not: a mistake in whoever names the pointer
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

/** The value with each of its objects changed, the innermost first. */
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
