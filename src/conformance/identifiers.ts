import { memberOf } from '../schema/pointer.ts';

/** So many places of a value are looked at, and none deeper: whoever made it may have made it without end. */
const mostPlaces = 100_000;
const deepest = 32;

/** An identifier stands alone or in a link, and not in a long text. */
const longestText = 2_000;

const uuid = /(?<![0-9a-f])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f])/gi;

/**
 * The UUIDs in a JSON value of whatever shape, each once: first those that look like the identifier of a case, by
 * the name of their place or by a link. Among these, and among the others, what is less deep comes first: a list is
 * about its elements more than about what they refer to.
 */
export function identifiersIn(value: unknown): string[] {
  const found = new Map<string, { readonly identifier: string; readonly isOfCase: boolean }>();
  for (const { name, text } of textsIn(value)) {
    for (const { 0: identifier, index } of text.matchAll(uuid)) {
      // UUIDs compare in any case (RFC 9562, section 4).
      const key = identifier.toLowerCase();
      const isOfCase = looksLikeCase(name, text.slice(0, index));
      const known = found.get(key) ?? { identifier, isOfCase };
      found.set(key, { ...known, isOfCase: known.isOfCase || isOfCase });
    }
  }
  return [...found.values()]
    .sort((one, other) => Number(other.isOfCase) - Number(one.isOfCase))
    .map(({ identifier }) => identifier);
}

/** @param before - what stands before the identifier in the same text: in a link, what it is an identifier of */
function looksLikeCase(name: string, before: string): boolean {
  if (before.endsWith('/')) return /\/cases?\/$/i.test(before);
  const letters = name.toLowerCase().replaceAll(/[^a-z]/g, '');
  return /^(cases?)?(ids?|uuids?|guids?|identifiers?)$|^cases?$/.test(letters);
}

/** A text of a value; an element of a list is named as the list is. */
interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** The texts of a value, breadth first. A key may be an identifier itself. */
function* textsIn(value: unknown): Iterable<NamedText> {
  const places = [{ name: '', value, depth: 0 }];
  // It grows while it is walked.
  for (const { name, value: here, depth } of places) {
    if (typeof here === 'string' && here.length <= longestText) yield { name, text: here };
    if (depth === deepest) continue;
    for (const member of membersOf(name, here)) {
      if (places.length === mostPlaces) break;
      places.push({ ...member, depth: depth + 1 });
      if (member.name !== name) yield { name: 'id', text: member.name };
    }
  }
}

/** The members of an object or a list, one by one, since there may be millions. */
function* membersOf(
  name: string,
  value: unknown,
): Iterable<{ readonly name: string; readonly value: unknown }> {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) for (const element of value) yield { name, value: element };
  else for (const key of Object.keys(value)) yield { name: key, value: memberOf(value, key) };
}
