import { valueAt } from './pointer.ts';

/** Where a linked reference keeps what it leads to; no part of the document, so that it is neither listed nor written. */
const target: unique symbol = Symbol('target');

/**
 * The document itself, frozen. Each reference in it knows the place of the document that it leads to.
 * @param document - JSON that the caller gives away; only references within it are followed
 */
export function linked<Document extends object>(document: Document): Document {
  // Hundreds of references lead to a few places.
  const targets = new Map<string, unknown>();
  const targetOf = ($ref: string): unknown => {
    if (!targets.has($ref)) targets.set($ref, valueAt(document, pointerOf($ref)));
    return targets.get($ref);
  };
  return frozen(document, (object) => {
    const { $ref } = object as { $ref?: unknown };
    if (typeof $ref === 'string' && $ref.startsWith('#'))
      Object.defineProperty(object, target, { value: targetOf($ref) });
  });
}

/**
 * What the references within a part of a linked document lead to, and what those lead to in turn, each by its
 * reference.
 */
export function targetsIn(
  part: unknown,
  found: Map<string, object> = new Map(),
): ReadonlyMap<string, object> {
  if (typeof part !== 'object' || part === null) return found;
  const { $ref, [target]: led } = part as { readonly $ref?: string; readonly [target]?: object };
  if ($ref !== undefined && led !== undefined && !found.has($ref)) {
    found.set($ref, led);
    targetsIn(led, found);
  }
  for (const member of Object.values(part)) targetsIn(member, found);
  return found;
}

/** The pointer of a reference within its document, whose characters may be percent-encoded (RFC 6901, section 6). */
export function pointerOf($ref: string): string {
  const fragment = $ref.slice(1);
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/**
 * The value itself, frozen with all that it holds. An object that is frozen already is left as it is, and so is what
 * it holds.
 * @param complete - is given each object before that is frozen
 */
export function frozen<Value>(value: Value, complete?: (object: object) => void): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  complete?.(value);
  Object.freeze(value);
  for (const key in value) frozen(value[key], complete);
  return value;
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
