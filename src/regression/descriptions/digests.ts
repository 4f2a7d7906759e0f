import { createHash } from 'node:crypto';
import { isObject } from '../../schema/json.ts';
import { memoised } from '../../schema/memoised.ts';
import { referred } from '../../schema/references.ts';
import { targetsOf } from './discriminators.ts';
import { canonical } from './json.ts';
import { isAnnotation } from './keywords.ts';

/** Returns a digest of schemas that apply together. Equivalent schemas of different documents have the same digest. */
export type Digests = (schemas: readonly unknown[]) => string;

const named: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);

const values: ReadonlySet<string> = new Set(['const', 'default', 'dependentRequired', 'discriminator']);

const unordered: ReadonlySet<string> = new Set(['enum', 'required', 'type']);

const unions: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf']);

/**
 * A digest function for a document.
 * @param withMappings - whether to follow the mappings of discriminators, which makes cycles of references common
 */
export function digestsOf(document: unknown, withMappings = false): Digests {
  const known = new Map<string, string>();
  const inProgress = new Set<string>();
  const unknown: string[] = [];
  const digestOf = (schema: unknown): string => {
    if (!isObject(schema)) return sha256(JSON.stringify(schema) ?? '');
    const constraining = Object.entries(schema).filter(([keyword, value]) => !isAnnotation(keyword, value));
    const [only, another] = constraining;
    if (only?.[0] === '$ref' && another === undefined && typeof only[1] === 'string')
      return referredDigest(only[1]);
    return sha256(
      canonical(
        Object.fromEntries(constraining.map(([keyword, value]) => [keyword, normalised(keyword, value)])),
      ),
    );
  };
  const referredDigest = ($ref: string): string => {
    // A reference in a cycle counts as the whole document, so any change of the document changes its digest.
    const digest = known.get($ref) ?? (inProgress.has($ref) ? digestOfWhole(document) : undefined);
    if (digest === undefined) unknown.push($ref);
    return digest ?? '';
  };
  const normalised = (keyword: string, value: unknown): unknown => {
    if (keyword === '$ref' && typeof value === 'string') return referredDigest(value);
    // The target of a `$dynamicRef` depends on the path of references to it, so it counts as the whole document, too.
    if (keyword === '$dynamicRef') return digestOfWhole(document);
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
  // Targets of references are digested one by one, before the schemas that refer to them, since recursion could
  // overflow the stack.
  const digestOfAll = (schema: unknown): string => {
    const open: string[] = [];
    for (;;) {
      const $ref = open.at(-1);
      if ($ref !== undefined) inProgress.add($ref);
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

const digestOfWhole = memoised((document: unknown) => sha256(canonical(document)));

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
