/** The pointer to a member of what `parent` points at (RFC 6901). */
export function childPointer(parent: string, name: string | number): string {
  return `${parent}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The names and indices that a pointer passes through, in order (RFC 6901). */
export function pointerTokens(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The pointer with a star for each position in a list: the place, whichever element it is in. */
export function generalPointer(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
}

/** The value that a pointer leads to, or undefined where it leads nowhere (RFC 6901). */
export function valueAt(value: unknown, pointer: string): unknown {
  let here = value;
  for (const token of pointerTokens(pointer)) here = memberOf(here, token);
  return here;
}

/** A member of an object or array that is its own, not inherited; undefined where there is none. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
