export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** UUIDs compare case-insensitively (RFC 9562, section 4). */
export function isSameUuid(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
