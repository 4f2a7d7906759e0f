/**
 * What each operation asks a token for; the interface description asks for nothing. The documents name no scopes
 * (interface 5), so these names are our own.
 */
export const permissionOf = {
  getCaseData: 'cases:read',
  listCases: 'cases:list',
  updateClient: 'clients:write',
  getOrganisation: 'organisation:read',
  createOrganisation: 'organisations:create',
} as const;

/** True for the name of an operation that asks for a permission. */
export function isGuarded(operation: string): operation is keyof typeof permissionOf {
  return Object.hasOwn(permissionOf, operation);
}

export type Permission = (typeof permissionOf)[keyof typeof permissionOf];

/** What a token may permit. */
export const permissions: readonly Permission[] = [...new Set(Object.values(permissionOf))];

/** True for the name of a permission. */
export function isPermission(value: unknown): value is Permission {
  return permissions.some((permission) => permission === value);
}
