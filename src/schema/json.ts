export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of a value and of all values in it, each after its parent, down to a number of levels. */
export function* membersWithin(
  value: unknown,
  levels: number,
): Generator<readonly [name: string, value: unknown]> {
  if (levels === 0 || typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    yield [name, member];
    yield* membersWithin(member, levels - 1);
  }
}

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isUuid(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}

/** UUIDs compare case-insensitively (RFC 9562, section 4). */
export function isSameUuid(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Quotes a text as JSON and escapes characters that readers would confuse or not see, such as `\u00a0`. */
export function visibleJson(text: string): string {
  return JSON.stringify(text).replaceAll(/[^ -~…]/gu, (character) =>
    isPlain(character) ? character : escaped(character),
  );
}

function isPlain(character: string): boolean {
  return /[\p{L}\p{N}\p{S}\p{P}]/u.test(character) && character.normalize('NFKC') === character;
}

export function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
