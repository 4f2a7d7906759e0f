import { isObject, type JsonObject } from './json.ts';
import { valueAt } from './pointer.ts';

/**
 * The key under which a reference object holds the schema it refers to. A symbol is neither enumerated nor serialised.
 */
const target: unique symbol = Symbol('target');

/**
 * Freezes a document and links each reference in it to its target. The document is changed in place.
 * @param document - JSON owned by the caller; only references within it are followed
 */
export function linked<Document extends object>(document: Document): Document {
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

/** Schemas that a part of a linked document refers to, directly or through other references, by `$ref`. */
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

/** The JSON pointer in a reference such as `#/components/schemas/Client`, percent-decoded (RFC 6901, section 6). */
export function pointerOf($ref: string): string {
  const fragment = $ref.slice(1);
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

export function referred(document: unknown, $ref: string): unknown {
  return $ref.startsWith('#') ? valueAt(document, pointerOf($ref)) : undefined;
}

/** Schemas that a value must also satisfy: the target of `$ref`, and the parts of `allOf`. */
export function schemasWith(document: unknown, { $ref, allOf }: JsonObject): unknown[] {
  return [
    ...(typeof $ref === 'string' ? [referred(document, $ref)] : []),
    ...(Array.isArray(allOf) ? allOf : []),
  ];
}

export function schemasOf(document: unknown, schema: unknown): JsonObject[] {
  const parts = new Set([schema]);
  for (const part of parts) if (isObject(part)) for (const one of schemasWith(document, part)) parts.add(one);
  return [...parts].filter(isObject);
}

/**
 * Deep-freezes a value. Does not descend into objects that are already frozen.
 * @param complete - called with each object before it is frozen
 */
export function frozen<Value>(value: Value, complete?: (object: object) => void): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  complete?.(value);
  Object.freeze(value);
  for (const key in value) frozen(value[key], complete);
  return value;
}

export function dereferenced<Value extends object>(reference: Value & { readonly $ref?: string }): Value {
  const found = (reference as { readonly [target]?: Value })[target];
  if (found === undefined) throw new Error(`The reference '${reference.$ref}' leads nowhere.`);
  return found;
}
