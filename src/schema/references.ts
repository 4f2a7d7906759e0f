import { isObject } from './json.ts';
import { valueAt } from './pointer.ts';

/** The key under which a linked reference keeps its target. A symbol, so it is neither enumerated nor serialised. */
const target: unique symbol = Symbol('target');

/**
 * Freezes a document and links each reference in it to its target. The document is changed in place.
 * @param document - JSON owned by the caller; only references within it are followed
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
 * The targets of all references in a part of a linked document, and of the references in those targets, by reference.
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

/** The JSON pointer in a reference to the same document. It may be percent-encoded (RFC 6901, section 6). */
export function pointerOf($ref: string): string {
  const fragment = $ref.slice(1);
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The target of an internal reference, if it exists. It may be a reference itself, with siblings that count. */
export function referred(document: unknown, $ref: string): unknown {
  return $ref.startsWith('#') ? valueAt(document, pointerOf($ref)) : undefined;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** The schemas that always hold with a schema: its reference, and the parts of its `allOf`. */
export function schemasWith(document: unknown, { $ref, allOf }: JsonObject): unknown[] {
  return [
    ...(typeof $ref === 'string' ? [referred(document, $ref)] : []),
    ...(Array.isArray(allOf) ? allOf : []),
  ];
}

/** A schema, and all that hold with it, also by way of each other. */
export function schemasOf(document: unknown, schema: unknown): JsonObject[] {
  const parts = new Set([schema]);
  for (const part of parts) if (isObject(part)) for (const one of schemasWith(document, part)) parts.add(one);
  return [...parts].filter(isObject);
}

/**
 * Deep-freezes a value and returns it. Skips objects that are already frozen, with everything in them.
 * @param complete - called with each object before it is frozen
 */
export function frozen<Value>(value: Value, complete?: (object: object) => void): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  complete?.(value);
  Object.freeze(value);
  for (const key in value) frozen(value[key], complete);
  return value;
}

/**
 * The target of a reference in a linked document.
 * @throws {Error} if the target does not exist: a mistake in the document
 */
export function followed<Value extends object>(reference: Value & { readonly $ref?: string }): Value {
  const found = (reference as { readonly [target]?: Value })[target];
  if (found === undefined) throw new Error(`The reference '${reference.$ref}' leads nowhere.`);
  return found;
}
