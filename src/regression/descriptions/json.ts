import { isObject } from '../../schema/json.ts';
import { valueAt } from '../../schema/pointer.ts';
import { pointerOf } from '../../schema/references.ts';

/** JSON with the members of each object in the order of their names. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
}

/**
 * What a reference within the document leads to, however many there are on the way; the value itself where it is none.
 * @returns undefined where it leads nowhere, or round in a circle
 */
export function referred(document: unknown, value: unknown): unknown {
  const seen = new Set<string>();
  let here = value;
  while (isObject(here) && typeof here.$ref === 'string') {
    const { $ref } = here;
    if (seen.has($ref) || !$ref.startsWith('#')) return undefined;
    seen.add($ref);
    here = valueAt(document, pointerOf($ref));
  }
  return here;
}

/** The types of JSON that schemas tell apart. */
export const jsonTypes = ['null', 'boolean', 'string', 'number', 'array', 'object'] as const;

export type JsonType = (typeof jsonTypes)[number];
