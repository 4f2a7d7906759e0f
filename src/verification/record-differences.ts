import { textDifference } from '../rules/text-difference.ts';
import type { Kind, Member } from '../schema/kinds.ts';
import { childPointer, memberOf } from '../schema/pointer.ts';
import { typeInWords } from '../validation/words.ts';

export interface Difference {
  readonly pointer: string;
  readonly message: string;
  readonly kind: 'absent' | 'altered' | 'count' | 'type';
}

/**
 * The places where a record differs from what was set up, except for what the documents leave open: additional members,
 * undescribed values, omitted empty values, and the order of lists.
 * @param kind - what the description allows at this place
 */
export function differences(kind: Kind, setUp: unknown, shown: unknown, pointer = ''): Difference[] {
  switch (kind.kind) {
    case 'anything':
      return [];
    case 'object':
      return differencesOfMembers(kind.members, setUp, shown, pointer);
    case 'union': {
      const branch = kind.branches.find(({ value }) => value === memberOf(setUp, kind.tag));
      return branch === undefined ? [] : differencesOfMembers(branch.object.members, setUp, shown, pointer);
    }
    case 'list':
      return differencesOfElements(kind.items, setUp as readonly unknown[], shown, pointer);
    case 'formatted':
      return isSameText(kind.format, String(setUp), shown) ? [] : [changed(setUp, shown, pointer)];
    default:
      return setUp === shown ? [] : [changed(setUp, shown, pointer)];
  }
}

function differencesOfMembers(
  members: readonly Member[],
  setUp: unknown,
  shown: unknown,
  pointer: string,
): Difference[] {
  if (typeInWords(setUp) !== typeInWords(shown)) return [changed(setUp, shown, pointer)];
  return members.flatMap(({ name, kind }) => {
    const own = memberOf(setUp, name);
    const there = childPointer(pointer, name);
    if (own === undefined || kind.kind === 'anything') return [];
    const found = memberOf(shown, name);
    if (found !== undefined) return differences(kind, own, found, there);
    return isEmpty(own)
      ? []
      : [{ pointer: there, message: `${there} was set up, but is not shown`, kind: 'absent' }];
  });
}

function differencesOfElements(
  items: Kind,
  setUp: readonly unknown[],
  shown: unknown,
  pointer: string,
): Difference[] {
  if (!Array.isArray(shown)) return [changed(setUp, shown, pointer)];
  const own = setUp.length === shown.length ? setUp : setUp.filter((one) => !isEmpty(one));
  if (own.length !== shown.length) {
    const message = `${pointer} is not shown with as many elements as it was set up with`;
    return [{ pointer, message, kind: 'count' }];
  }
  const inPlace = own.flatMap((one, index) =>
    differences(items, one, shown[index], childPointer(pointer, index)),
  );
  return inPlace.length === 0 || isReordered(items, own, shown) ? [] : inPlace;
}

/**
 * Whether two lists have the same elements in another order. An element may match several elements of the other list,
 * so this searches for a complete matching (bipartite matching with augmenting paths).
 */
function isReordered(items: Kind, setUp: readonly unknown[], shown: readonly unknown[]): boolean {
  const takenBy = new Map<number, number>();
  const takesPlace = (element: number, tried: Set<number>): boolean =>
    shown.some((other, place) => {
      if (tried.has(place) || differences(items, setUp[element], other).length > 0) return false;
      tried.add(place);
      const holder = takenBy.get(place);
      if (holder !== undefined && !takesPlace(holder, tried)) return false;
      takenBy.set(place, element);
      return true;
    });
  return setUp.every((_, element) => takesPlace(element, new Set()));
}

/**
 * Whether two texts are equal. UUIDs are case-insensitive (RFC 9562, section 4), and so are the domains of e-mail
 * addresses (RFC 5321, section 2.4).
 */
function isSameText(format: string, setUp: string, shown: unknown): boolean {
  if (typeof shown !== 'string') return false;
  const folded = (text: string): string => {
    if (format === 'uuid') return text.toLowerCase();
    return format === 'email' ? text.replace(/@.*$/s, (domain) => domain.toLowerCase()) : text;
  };
  return folded(setUp) === folded(shown);
}

/** Whether a value is empty, or has only empty members. A service may omit such a value. */
function isEmpty(value: unknown): boolean {
  if (value === '') return true;
  return typeof value === 'object' && value !== null && Object.values(value).every(isEmpty);
}

function changed(setUp: unknown, shown: unknown, pointer: string): Difference {
  const type = typeInWords(shown);
  const isSameType = type === typeInWords(setUp);
  const instead = isSameType ? `another ${type.replace(/^an? /, '')}` : type;
  const place = pointer === '' ? 'The record' : pointer;
  const how =
    typeof setUp === 'string' && typeof shown === 'string'
      ? `: it ${textDifference(setUp, shown).words}`
      : `, but as ${instead}`;
  const message = `${place} is not shown as it was set up${how}`;
  return { pointer, message, kind: isSameType ? 'altered' : 'type' };
}
