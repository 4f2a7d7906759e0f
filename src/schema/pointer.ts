export function childPointer(parent: string, name: string | number): string {
  return `${parent}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

export function pointerTokens(pointer: string): string[] {
  const tokens = pointer.split('/').slice(1);
  if (!pointer.includes('~')) return tokens;
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The pointer with `*` for each array index: `/owners/2` gives `/owners/*`. */
export function generalPointer(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
}

export function valueAt(value: unknown, pointer: string): unknown {
  let here = value;
  for (const token of pointerTokens(pointer)) here = memberOf(here, token);
  return here;
}

/** The own member of a value. Ignores inherited ones, such as `toString`. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
