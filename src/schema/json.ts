export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a text that is JSON; undefined for any other. */
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

/** A text as JSON in which characters that look like others, or like nothing, are escaped. */
export function visibleJson(text: string): string {
  return JSON.stringify(text).replaceAll(/[^ -~…]/gu, (character) =>
    isPlain(character) ? character : escaped(character),
  );
}

/** Whether it is a letter or sign of its own. */
function isPlain(character: string): boolean {
  return /[\p{L}\p{N}\p{S}]/u.test(character) && character.normalize('NFKC') === character;
}

/** As JSON may write any character. */
export function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
