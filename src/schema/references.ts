import { valueAt } from './pointer.ts';

/** Where a linked reference keeps what it leads to; no part of the document, so that it is neither listed nor written. */
const target: unique symbol = Symbol('target');

/**
 * A copy of a document in which each reference knows the place of the document that it leads to. It cannot be changed.
 * @param document - JSON; only references within it are followed
 */
export function linked<Document extends object>(document: Document): Document {
  const copy = structuredClone(document);
  eachObject(copy, (object) => {
    const { $ref } = object as { $ref?: unknown };
    if (typeof $ref === 'string' && $ref.startsWith('#'))
      Object.defineProperty(object, target, { value: valueAt(copy, $ref.slice(1)) });
  });
  return frozen(copy);
}

/** The value, which cannot be changed any more, and neither can what it holds. */
export function frozen<Value>(value: Value): Value {
  eachObject(value, Object.freeze);
  return value;
}

/** Does something with every object and list of a value, once each. */
function eachObject(value: unknown, act: (object: object) => void, seen = new Set<object>()): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  act(value);
  for (const member of Object.values(value)) eachObject(member, act, seen);
}

/**
 * What a reference of a linked document leads to.
 * @throws {Error} where it leads nowhere: a mistake in the document
 */
export function followed<Value extends object>(reference: Value & { readonly $ref?: string }): Value {
  const found = (reference as { readonly [target]?: Value })[target];
  if (found === undefined) throw new Error(`The reference '${reference.$ref}' leads nowhere.`);
  return found;
}
