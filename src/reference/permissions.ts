/** What a token may permit. The documents name no scopes (interface 5), so these names are our own. */
export const permissions = [
  'cases:read',
  'clients:write',
  'organisation:read',
  'organisations:create',
] as const;

export type Permission = (typeof permissions)[number];

/** True for the name of a permission. */
export function isPermission(value: unknown): value is Permission {
  return permissions.some((permission) => permission === value);
}
