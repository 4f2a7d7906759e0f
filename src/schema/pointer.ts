/** The pointer to a member of the value at `parent` (RFC 6901). */
export function childPointer(parent: string, name: string | number): string {
  return `${parent}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The names and indices along a pointer, in order (RFC 6901). */
export function pointerTokens(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The pointer with `*` for each array index: `/owners/2` gives `/owners/*`. */
export function generalPointer(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
}

/** The value at a pointer, or undefined if the value has no such place (RFC 6901). */
export function valueAt(value: unknown, pointer: string): unknown {
  let here = value;
  for (const token of pointerTokens(pointer)) here = memberOf(here, token);
  return here;
}

/** An own (not inherited) member of an object or array, or undefined. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
