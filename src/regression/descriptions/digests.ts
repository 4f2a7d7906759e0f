import { createHash } from 'node:crypto';
import { isObject } from '../../schema/json.ts';
import { referred } from '../../schema/references.ts';
import { targetsOf } from './discriminators.ts';
import { canonical } from './json.ts';
import { isAnnotation } from './keywords.ts';

/** Digests schemas that hold together. Equivalent wording gives the same digest, wherever the schemas are. */
export type Digests = (schemas: readonly unknown[]) => string;

/** Keywords whose members are named schemas. */
const named: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);

/** Keywords that hold values, not schemas. */
const values: ReadonlySet<string> = new Set(['const', 'default', 'dependentRequired', 'discriminator']);

/** Keywords that hold values in any order. */
const unordered: ReadonlySet<string> = new Set(['enum', 'required', 'type']);

/** Keywords that hold schemas in any order. */
const unions: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf']);

/**
 * Digests the schemas of a document. Each reference is followed once and counts as its target.
 * @param withMappings - follows the mappings of discriminators, too; many schemas then are parts of cycles
 */
export function digestsOf(document: unknown, withMappings = false): Digests {
  const known = new Map<string, string>();
  const begun = new Set<string>();
  const unknown: string[] = [];
  let whole: string | undefined;
  const wholeDigest = (): string => {
    whole ??= sha256(canonical(document));
    return whole;
  };
  const digestOf = (schema: unknown): string => {
    if (!isObject(schema)) return sha256(JSON.stringify(schema) ?? '');
    const said = Object.entries(schema).filter(([keyword, value]) => !isAnnotation(keyword, value));
    const [only, another] = said;
    if (only?.[0] === '$ref' && another === undefined && typeof only[1] === 'string')
      return referredDigest(only[1]);
    return sha256(
      canonical(Object.fromEntries(said.map(([keyword, value]) => [keyword, normalised(keyword, value)]))),
    );
  };
  const referredDigest = ($ref: string): string => {
    // A cycle gets the digest of the whole document.
    const digest = known.get($ref) ?? (begun.has($ref) ? wholeDigest() : undefined);
    if (digest === undefined) unknown.push($ref);
    return digest ?? '';
  };
  const normalised = (keyword: string, value: unknown): unknown => {
    if (keyword === '$ref' && typeof value === 'string') return referredDigest(value);
    // The target depends on more than the place of the reference.
    if (keyword === '$dynamicRef') return wholeDigest();
    if (unordered.has(keyword) && Array.isArray(value)) return value.map((one) => canonical(one)).toSorted();
    if (keyword === 'discriminator' && withMappings) {
      const targets = targetsOf(value).map(([tag, $ref]) => [tag, referredDigest($ref)]);
      return { ...(value as object), mapping: Object.fromEntries(targets) };
    }
    if (values.has(keyword)) return value;
    if (unions.has(keyword) && Array.isArray(value)) return value.map(digestOf).toSorted();
    if (named.has(keyword) && isObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, digestOf(schema)]));
    return Array.isArray(value) ? value.map(digestOf) : digestOf(value);
  };
  // A chain of references can be longer than the stack is deep, so the targets are digested first, one by one.
  const digestOfAll = (schema: unknown): string => {
    const open: string[] = [];
    for (;;) {
      const $ref = open.at(-1);
      if ($ref !== undefined) begun.add($ref);
      const digest =
        $ref === undefined ? digestOf(schema) : (known.get($ref) ?? digestOf(referred(document, $ref)));
      if (unknown.length > 0) {
        open.push(...unknown.splice(0).toReversed());
        continue;
      }
      if ($ref === undefined) return digest;
      known.set($ref, digest);
      open.pop();
    }
  };
  return (schemas) => schemas.map(digestOfAll).toSorted().join('&');
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
