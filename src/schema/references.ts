import { valueAt } from './pointer.ts';

/** Where a linked reference keeps what it leads to; no part of the document, so that it is neither listed nor written. */
const target: unique symbol = Symbol('target');

/**
 * A copy of a document in which each reference knows the place of the document that it leads to. It cannot be changed.
 * @param document - JSON; only references within it are followed
 */
export function linked<Document extends object>(document: Document): Document {
  const copy = structuredClone(document);
  link(copy, copy);
  return copy;
}

function link(value: unknown, document: object): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  const { $ref } = value as { $ref?: unknown };
  if (typeof $ref === 'string' && $ref.startsWith('#'))
    Object.defineProperty(value, target, { value: valueAt(document, $ref.slice(1)) });
  Object.freeze(value);
  for (const member of Object.values(value)) link(member, document);
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
