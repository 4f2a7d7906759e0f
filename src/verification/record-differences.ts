import type { Kind, Member } from '../specification/kinds.ts';
import { childPointer, memberOf } from '../specification/pointer.ts';
import { kindOf } from '../validation/words.ts';

/** A place at which a record is not shown as it was set up. */
export interface Difference {
  /** A JSON pointer. */
  readonly pointer: string;
  /** One plain sentence without its full stop. */
  readonly message: string;
}

/**
 * Where a value is not shown as it was set up. What the documents leave open does not count: what else is there, what
 * is in a place of which they say nothing, whether something empty is shown, and in which order a list is.
 * @param kind - what the description allows there
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
  if (kindOf(setUp) !== kindOf(shown)) return [changed(setUp, shown, pointer)];
  return members.flatMap(({ name, kind }) => {
    const own = memberOf(setUp, name);
    const there = childPointer(pointer, name);
    if (own === undefined || kind.kind === 'anything') return [];
    const found = memberOf(shown, name);
    if (found !== undefined) return differences(kind, own, found, there);
    return isEmpty(own) ? [] : [{ pointer: there, message: `${there} was set up, but is not shown` }];
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
    const message = `${pointer} was set up with ${setUp.length} elements, but is shown with ${shown.length}`;
    return [{ pointer, message }];
  }
  const inPlace = own.flatMap((one, index) =>
    differences(items, one, shown[index], childPointer(pointer, index)),
  );
  return inPlace.length === 0 || isReordered(items, own, shown) ? [] : inPlace;
}

/** Whether each element is shown, though in another place. */
function isReordered(items: Kind, setUp: readonly unknown[], shown: readonly unknown[]): boolean {
  const left = [...shown];
  return setUp.every((one) => {
    const place = left.findIndex((other) => differences(items, one, other).length === 0);
    return place !== -1 && left.splice(place, 1).length === 1;
  });
}

/** UUIDs compare in any letter case (RFC 9562, section 4), and so do the domains of e-mail addresses (RFC 5321, 2.4). */
function isSameText(format: string, setUp: string, shown: unknown): boolean {
  if (typeof shown !== 'string') return false;
  const folded = (text: string): string => {
    if (format === 'uuid') return text.toLowerCase();
    return format === 'email' ? text.replace(/@.*$/s, (domain) => domain.toLowerCase()) : text;
  };
  return folded(setUp) === folded(shown);
}

/** Whether there is nothing in it, so that a service may well leave it out. */
function isEmpty(value: unknown): boolean {
  if (value === '') return true;
  return typeof value === 'object' && value !== null && Object.values(value).every(isEmpty);
}

/** What was set up was made up, and can be quoted; what is shown could be anybody's. */
function changed(setUp: unknown, shown: unknown, pointer: string): Difference {
  const kind = kindOf(shown);
  const instead = kind === kindOf(setUp) ? `another ${kind.replace(/^an? /, '')}` : kind;
  const what = typeof setUp === 'object' ? kindOf(setUp) : JSON.stringify(setUp);
  return {
    pointer,
    message: `${pointer === '' ? 'The record' : pointer} was set up as ${what}, but is shown as ${instead}`,
  };
}
